"""A PNG put together from strips that are packed one by one: one that was packed before is only copied."""

import struct
import zlib
from collections.abc import Iterable
from typing import NamedTuple

QUICK, TIGHT = 1, 3  # ways of packing: a tenth of the time of a picture, or a tenth of its bytes
BROAD = 1100  # pixels of a row: whoever asked for larger pictures would get more than 150 KB
MODULUS = 65521  # of Adler's sum
BEGIN, END = (
    b"\x78\x01",
    b"\x03\x00",
)  # of the packed rows: a window of 32 KB; a last block with nothing in it


class Packed(NamedTuple):
    """Some rows of a picture as they stand in its file, and what is needed to sum them up."""

    rows: bytes
    sum: int
    length: int  # unpacked

    @property
    def weight(self) -> int:
        """Return about how many bytes it keeps, with the name it is kept by."""
        return len(self.rows) + 600


def packed(rows: bytes | memoryview, w: int = 0) -> Packed:
    """Pack rows of some width, each behind its filter's number, so that they can stand after any others."""
    press = zlib.compressobj(TIGHT if w > BROAD else QUICK, zlib.DEFLATED, -15)
    return Packed(press.compress(rows) + press.flush(zlib.Z_FULL_FLUSH), zlib.adler32(rows), len(rows))


def unpacked(strip: Packed) -> bytes:
    """Return rows as they were before they were packed."""
    return zlib.decompressobj(-15).decompress(strip.rows)


def png(w: int, h: int, palette: bytes, strips: Iterable[Packed]) -> bytes:
    """Return the file of a picture with a palette."""
    whole, parts = 1, [BEGIN]
    for strip in strips:
        whole = _summed(whole, strip)
        parts.append(strip.rows)
    parts += [END, struct.pack(">I", whole)]
    header = struct.pack(">IIBBBBB", w, h, 8, 3, 0, 0, 0)  # eight bits of a palette
    chunks = ((b"IHDR", header), (b"PLTE", palette), (b"IDAT", b"".join(parts)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*chunk) for chunk in chunks)


def _summed(before: int, strip: Packed) -> int:
    """Return Adler's sum of what came before and a strip, as if they had been summed in one go."""
    low, high = before & 0xFFFF, before >> 16
    high += (strip.sum >> 16) + strip.length * (low - 1)
    low += (strip.sum & 0xFFFF) - 1
    return high % MODULUS << 16 | low % MODULUS


def _chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
