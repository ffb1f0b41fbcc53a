"""What a file of text says, however it was saved."""


def decoded(content: bytes) -> str:
    """The text, in UTF-8 or UTF-16, or as older spreadsheets write it (Windows-1252)."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16", errors="replace")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", errors="replace")
