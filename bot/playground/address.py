"""Where Discord is: the real one, or one on this machine."""

import ipaddress
from urllib.parse import urlsplit

import discord
import yarl
from discord.gateway import DiscordWebSocket


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
    """Whether discord.py of this process speaks to a Discord on this very machine."""
    return is_loopback(urlsplit(discord.http.Route.BASE).hostname or "")


def point_discord_at(api: str, gateway: str) -> None:
    """Make discord.py of this process speak to a Discord on loopback; the only difference to production."""
    for address in (api, gateway):
        host = urlsplit(address).hostname or ""
        if not is_loopback(host):
            raise NotLoopback(f"{address!r} is not on this machine; only loopback addresses are allowed here")
    discord.http.Route.BASE = api
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
