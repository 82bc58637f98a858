"""Where Discord is: the real one, or one on this machine."""

import ipaddress
import logging
from urllib.parse import urlsplit

import discord
import yarl
from discord.gateway import DiscordWebSocket

log = logging.getLogger(__name__)

_is_proxy = False  # whether the address on this machine leads to the real Discord


class NotLoopback(ValueError):
    """An address outside this machine: the bot's token would go to a stranger."""


def is_address(host: str) -> bool:
    """Whether a host is an address and no name: a name may be made to lead here by a web page."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def is_loopback(host: str) -> bool:
    """Whether a host name or address means this very machine."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def at_home() -> bool:
    """Whether discord.py of this process speaks to a Discord on this very machine, and not to a proxy."""
    return is_loopback(urlsplit(discord.http.Route.BASE).hostname or "") and not _is_proxy


def point_discord_at(api: str, gateway: str, *, proxy: bool = False) -> None:
    """Make discord.py of this process speak to a Discord on loopback; the only difference to production.

    Or to a proxy in front of the real one, wherever that is, if the host says so; without a gateway of its
    own Discord's is used.
    """
    global _is_proxy
    for address in (api, *([gateway] if gateway or not proxy else [])):
        host = urlsplit(address).hostname or ""
        if not is_loopback(host) and not (proxy and host):
            raise NotLoopback(
                f"{host or 'an empty address'!r} is not on this machine; only loopback addresses are allowed"
                " here. If it is a proxy of yours before Discord, set CAMPANILE_PROXY=1: it gets the token"
            )
    if proxy and urlsplit(api).scheme == "http" and not is_loopback(urlsplit(api).hostname or ""):
        log.warning(
            "the token goes to %s in the clear: only in a network of your own", urlsplit(api).hostname
        )
    _is_proxy = proxy
    discord.http.Route.BASE = api.rstrip("/")
    if gateway:
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
