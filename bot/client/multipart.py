"""Forms in one piece: aiohttp writes each head, part and line end by itself, nine packets a picture.

discord.py asks aiohttp for a form whenever a message has a file; from `used_by_discord` on it gets this one.
"""

import secrets
from typing import Any

import aiohttp

FILE = "application/octet-stream"


class MultipartForm(aiohttp.FormData):
    """A form whose body is one run of bytes."""

    def __init__(self, *, quote_fields: bool = True) -> None:
        super().__init__(quote_fields=quote_fields)
        self._pieces: list[bytes] = []
        self._boundary = secrets.token_hex(16)

    def add_field(self, name: str, value: Any, **about: Any) -> None:
        """Add a text, or a file with its name; names are ours and discord.py's, and need no quoting."""
        filename = about.get("filename")
        head = f'--{self._boundary}\r\nContent-Disposition: form-data; name="{name}"'
        if filename is not None:
            head += f'; filename="{filename}"\r\nContent-Type: {about.get("content_type") or FILE}'
        body = value.encode() if isinstance(value, str) else value.read()
        self._pieces += (head.encode(), b"\r\n\r\n", body, b"\r\n")

    def __call__(self) -> aiohttp.Payload:
        body = b"".join((*self._pieces, f"--{self._boundary}--\r\n".encode()))
        return aiohttp.BytesPayload(body, content_type=f"multipart/form-data; boundary={self._boundary}")


def use_in_discord() -> None:
    """Let discord.py send its files so; it looks the name up whenever it sends one."""
    aiohttp.FormData = MultipartForm  # type: ignore[misc, assignment]
