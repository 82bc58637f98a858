"""What a part of the campaign has to say: how much was done, and everything that was not as promised."""

from dataclasses import dataclass, field


@dataclass
class Outcome:
    """The result of one part; a finding is a broken promise."""

    part: str
    unit: str
    done: int = 0
    findings: list[str] = field(default_factory=list)
    notes: dict[str, float] = field(default_factory=dict)

    def add(self, findings: list[str], where: str = "") -> None:
        self.findings += [f"{where}: {finding}" if where else finding for finding in findings]

    def most(self, note: str, value: float) -> None:
        """Keep the largest of a measured value."""
        self.notes[note] = max(self.notes.get(note, 0.0), value)

    def count(self, note: str, more: int = 1) -> None:
        self.notes[note] = self.notes.get(note, 0) + more

    def line(self) -> str:
        notes = "".join(f", {name} {value:.4g}" for name, value in self.notes.items())
        said = "no finding" if not self.findings else f"{len(self.findings)} FINDINGS"
        return f"{self.part:10} {self.done} {self.unit}{notes}: {said}"
