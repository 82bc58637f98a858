"""Texts that Discord limits in length."""


def truncated(text: str, most: int) -> str:
    """Shorten a text to Discord's limit."""
    return text if len(text) <= most else text[: most - 1] + "…"
