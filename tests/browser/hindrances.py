"""What keeps a reader out who does not see well, or uses no mouse: asked of axe-core."""

from axe_playwright_python.sync_playwright import Axe


def hindrances(page, within: str = "") -> list:
    """What axe calls serious or critical in the page, or in what this selector finds: its rule and three places."""
    options = {"preload": False, "resultTypes": ["violations"]}  # to list what is well takes as long again
    found = Axe().run(page, context=within or None, options=options).response["violations"]
    return [
        (v["id"], [node["html"][:200] for node in v["nodes"]][:3])
        for v in found if v["impact"] in ("serious", "critical")
    ]  # fmt: skip
