"""The services are composed: none inherits another, each is small, and what is settled has one order."""

from pathlib import Path

from bot.service import services as composition

FOLDER = Path(composition.__file__).parent
MAX_PUBLIC_METHODS, MAX_COLLABORATORS = 25, 8
BASES = {"NamedTuple", "OrderedDict", "Protocol", "Refused"}  # values, protocols, errors, what is not ours
