"""The page of JupyterLab that the lectures' tests share: it closes a notebook cleanly, and can be cleared."""

import pytest

from tests.browser.jupyter import LabNotebook, browser, clear_lab, open_context, open_lab, server, write_notebook

pytestmark = pytest.mark.all
SLOW_DISK = """
const real = window.fetch;
window.fetch = async (request, ...more) => {
    if (String(request.url ?? request).includes("/api/contents/")) await new Promise((go) => setTimeout(go, 300));
    return real(request, ...more);
};
"""


@pytest.fixture(scope="module")
def lab(browser_name, tmp_path_factory):
    folder = tmp_path_factory.mktemp("notebooks")
    for name in ("first", "second"):
        write_notebook(folder / f"{name}.ipynb", f"word = '{name}'")
    with server(folder) as url, browser(browser_name) as chosen:
        context = open_context(chosen, 1)
        context.add_init_script(SLOW_DISK)
        yield url, open_lab(context, url)


def test_a_slow_disk_leaves_no_dialog_when_a_notebook_is_closed(lab):
    """Also if nothing has changed since it was saved last: it is written again, and no sign on the page says so."""
    url, page = lab
    notebook = LabNotebook(page, url, "first.ipynb")
    notebook.run_all()
    assert "first" in notebook.save()["cells"][0]["source"]
    page.wait_for_timeout(2000)  # a save by key would be at rest now
    notebook.close()
    page.wait_for_timeout(2000)  # what is still on its way arrives
    assert page.locator(".jp-Dialog").count() == 0


def test_what_a_failed_test_left_open_does_not_stop_the_next(lab):
    url, page = lab
    LabNotebook(page, url, "first.ipynb").run_all()
    page.evaluate("() => { jupyterapp.commands.execute('help:about'); }")
    page.locator(".jp-Dialog").wait_for()
    clear_lab(page, url)
    second = LabNotebook(page, url, "second.ipynb")
    second.run_all()
    second.close()
