"""Where games are kept: `sqlite:///file` or `postgresql://...`; never told with its password."""

from itertools import zip_longest
from pathlib import Path
from urllib.parse import quote

POSTGRES = ("postgresql://", "postgres://")
SQLITE = "sqlite:///"
UNCLEAR = "postgresql://..."  # an address of which nothing may be told
SECRET = ("password", "sslpassword")
UNSAID = (
    "the rest is left out, since it may hold a part of the password: in DATABASE_URL write / as %2F,"
    " @ as %40, % as %25, a space as %20"
)


def is_address(text: str) -> bool:
    """Say whether something is the address of a database."""
    return text.startswith(POSTGRES) or (text.startswith(SQLITE) and text != SQLITE)


def file_of(address: str | Path) -> Path | None:
    """Return the file of a SQLite database; None for a server."""
    text = str(address)
    return None if text.startswith(POSTGRES) else Path(text.removeprefix(SQLITE))


def plain(address: str | Path) -> str:
    """Return an address as it may be logged: without user, password and options."""
    file = file_of(address)
    if file is not None:
        return str(file)
    read = _read(str(address))
    if read is None:
        return UNCLEAR
    hosts, ports = (read.get(name, "").split(",") for name in ("host", "port"))
    places = (_place(host, port) for host, port in zip_longest(hosts, ports, fillvalue=""))
    return f"postgresql://{','.join(places)}/{read.get('dbname', '')}"


def _place(host: str, port: str) -> str:
    host = "" if host.startswith("/") else f"[{host}]" if ":" in host else host  # a path: a socket
    return f"{host}:{port}" if port else host


def discreet(address: str | Path, said: object) -> str:
    """Return what a driver says about a server, without the server's password."""
    read = _read(str(address))
    if read is None:
        return UNSAID
    told = str(said)
    raw = str(address).partition("://")[2].rpartition("@")[0].partition(":")[2]  # as it was typed
    for secret in sorted({raw, *(read.get(name, "") for name in SECRET)}, key=len, reverse=True):
        for way in (secret, quote(secret, safe="")):
            told = told.replace(way, "…") if way else told
    return told


def _read(address: str) -> dict[str, str] | None:
    """Return a server's address as libpq reads it; None if a part of the password may stand elsewhere there.

    A password with `@` or `/` in it is cut in two by libpq: its end is then the host's or database's name.
    """
    try:
        from psycopg import ProgrammingError
        from psycopg.conninfo import conninfo_to_dict
    except ImportError:
        return None
    try:
        found = {name: str(value) for name, value in conninfo_to_dict(address).items()}
    except (ProgrammingError, UnicodeError):
        return None
    elsewhere = "".join(found.get(name, "") for name in ("user", "host", "dbname"))
    ports = found.get("port", "").replace(",", "")
    return None if set("@?=") & set(elsewhere) or (ports and not ports.isdecimal()) else found
