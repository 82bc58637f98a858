"""Interaction tokens as they are stored: sealed with the bot's own token, so a database tells them to nobody.

A stream that nobody else can reckon hides the token, a mark over all of it shows whether it was changed.
"""

import base64
import binascii
import hmac
import secrets
from hashlib import shake_256

SALT, MARK = 16, 16  # bytes


def seal_token(secret: str, token: str) -> str:
    """Return a token as only a process with the same secret can read it."""
    salt, plain = secrets.token_bytes(SALT), token.encode()
    hidden = _mixed(plain, secret, salt)
    return base64.urlsafe_b64encode(salt + _mark(secret, salt + hidden) + hidden).decode()


def unseal_token(secret: str, sealed: str) -> str | None:
    """Return the token; None if it was sealed with another secret, or changed since."""
    try:
        told = base64.urlsafe_b64decode(sealed)
    except (ValueError, binascii.Error):
        return None
    salt, mark, hidden = told[:SALT], told[SALT : SALT + MARK], told[SALT + MARK :]
    if not hmac.compare_digest(mark, _mark(secret, salt + hidden)):
        return None
    return _mixed(hidden, secret, salt).decode()


def _mixed(text: bytes, secret: str, salt: bytes) -> bytes:
    stream = shake_256(b"campanile panel " + salt + secret.encode()).digest(len(text))
    return bytes(a ^ b for a, b in zip(text, stream, strict=True))


def _mark(secret: str, told: bytes) -> bytes:
    return hmac.digest(secret.encode(), b"campanile mark " + told, "sha256")[:MARK]
