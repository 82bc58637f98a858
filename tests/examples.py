"""`make examples`: what the tests put into the placeholders of sentences, written down for translators."""

import json
import os
import sys
from collections import Counter
from functools import wraps
from pathlib import Path

from bot.text.template import EXAMPLES, example_key, template, unexplained
from bot.text.words import SOURCE, Words
from games.core import Text

FOLDER = "EXAMPLES"  # the environment variable that names where each process notes what it met
MOST = 80  # letters of a value: a whole page as an argument explains nothing
met: dict[str, dict[str, str]] = {}


def listen() -> None:
    """From now on note the first filling of every sentence that is said in English."""
    say = Words.say

    @wraps(say)
    def noting(self: Words, text: Text) -> str:
        if self.language == SOURCE and text.args and (key := example_key(text.ctx, text.id)) not in met:
            said = {name: self._argument(arg) for name, arg in text.args}
            if all(value and len(value) <= MOST for value in said.values()):
                met[key] = said
        return say(self, text)

    Words.say = noting  # type: ignore[method-assign]


def note(folder: str) -> None:
    """Write down what this process has met."""
    Path(folder, f"{os.getpid()}.json").write_text(json.dumps(met), encoding="utf-8")


def main(folder: Path) -> None:
    """Put together what all processes have noted; what is known already stays as it is."""
    known = json.loads(EXAMPLES.read_text(encoding="utf-8")) if EXAMPLES.exists() else {}
    for path in sorted(folder.glob("*.json")):
        known = json.loads(path.read_text(encoding="utf-8")) | known
    there = {example_key(m.context or "", m.id if isinstance(m.id, str) else m.id[0]) for m in template()}
    kept = {key: known[key] for key in sorted(there & known.keys())}
    EXAMPLES.write_text(json.dumps(kept, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")
    lacking = Counter(name for _, names in unexplained(template()) for name in names)
    print(f"{len(kept)} sentences have an example; {dict(lacking)} are explained nowhere")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
