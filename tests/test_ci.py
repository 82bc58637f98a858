"""What runs around the code: the subjects of commits, local hooks, the workflow of CI."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from games import GAMES

ROOT = Path(__file__).resolve().parent.parent
SUBJECT = "Let a table pause when all its players agree"


def refused(tmp_path, message):
    """Return what the hook says of a message; "" if it lets it pass."""
    (tmp_path / "message").write_text(message, encoding="utf-8")
    hook = [sys.executable, str(ROOT / ".ci" / "commit-msg"), str(tmp_path / "message")]
    run = subprocess.run(hook, capture_output=True, text=True, check=False)
    assert bool(run.returncode) == bool(run.stderr), run
    return run.stderr


@pytest.mark.parametrize(
    "message",
    [SUBJECT, f"{SUBJECT}\n\nBecause.", "x" * 72, f"{SUBJECT}\n# a comment", "é" * 72, "Merge " + "x" * 99],
)
def test_a_good_subject_passes(tmp_path, message):
    assert refused(tmp_path, message) == ""


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("x" * 73, "the subject has 73 characters, at most 72"),
        ("", "is empty"),
        ("# only a comment", "is empty"),
        (f"{SUBJECT}\nno gap", "the second line of the message must be empty"),
    ],
)
def test_a_subject_that_nobody_would_read_whole_is_refused(tmp_path, message, said):
    assert said in refused(tmp_path, message)


def test_all_hooks_are_local_and_what_they_start_is_there():
    text = (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    assert set(re.findall(r"repo: (\S+)", text)) == {"local"}
    assert set(re.findall(r"language: (\S+)", text)) == {"system"}
    started = [path for path in re.findall(r"\S+", text) if path.startswith(("tests/", ".ci/"))]
    assert len(started) == 3 and all((ROOT / path).is_file() for path in started)


def test_ci_lints_and_tests_on_every_python_that_we_promise():
    text = (ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8")
    jobs = re.findall(r"^  (\w+):$", text.partition("\njobs:\n")[2], re.MULTILINE)
    (matrix,) = re.findall(r"python: \[(.*)\]", text)
    least = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["requires-python"]
    assert jobs == ["lint", "tests", "wheel", "image"] and least == ">=3.11"
    assert matrix == '"3.11", "3.12", "3.13", "3.14"'


# --- releases


def noted(tmp_path, tag, changelog):
    """Return what the script says of a tag, in a repository with version 1.2.3 and this CHANGELOG."""
    (tmp_path / ".ci").mkdir()
    shutil.copy(ROOT / ".ci" / "release-notes", tmp_path / ".ci")
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "1.2.3"\n', encoding="utf-8")
    (tmp_path / "CHANGELOG.md").write_text(changelog, encoding="utf-8")
    typed = [sys.executable, str(tmp_path / ".ci" / "release-notes"), tag]
    run = subprocess.run(typed, capture_output=True, text=True, check=False)
    return run.returncode, run.stdout + run.stderr


WRITTEN = """\
# Changelog

## Unreleased

- Soon.

## 1.2.3 (2026-11-19)

- Towers.

## 1.2.2 (2026-01-01)

- Old.
"""


def test_the_notes_of_a_release_are_its_section_of_the_changelog(tmp_path):
    assert noted(tmp_path, "v1.2.3", WRITTEN) == (0, "- Towers.\n")


@pytest.mark.parametrize(
    ("tag", "changelog", "said"),
    [
        ("v1.2.4", WRITTEN, "pyproject.toml says 1.2.3"),
        ("1.2.3", WRITTEN, "tag v1.2.3"),
        ("v1.2.3", WRITTEN.replace("(2026-11-19)", "(unreleased)"), "has no section"),
        ("v1.2.3", WRITTEN.replace("- Towers.", ""), "has no section"),
    ],
)
def test_a_tag_that_nothing_else_says_is_no_release(tmp_path, tag, changelog, said):
    code, told = noted(tmp_path, tag, changelog)
    assert code == 1 and said in told and "Traceback" not in told


def test_the_changelog_tells_of_this_version_and_has_room_for_the_next():
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    headings = re.findall(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.M)
    assert headings[0] == "Unreleased" and re.fullmatch(
        rf"{re.escape(version)} \(\d{{4}}-\d\d-\d\d\)", headings[1]
    )


def test_a_tag_builds_packages_and_an_image_and_no_registry_is_named():
    text = (ROOT / ".github" / "workflows" / "release.yml").read_text("utf-8")
    assert 'tags: ["v*"]' in text and ".ci/release-notes" in text and "make dist" in text
    assert "platforms: linux/amd64,linux/arm64" in text and text.count("attest-build-provenance@") == 2
    hosts = re.findall(r"^ +(?:registry|images|subject-name): (.+)$", text, re.M)
    assert len(hosts) == 3 and all(host.startswith("${{ vars.REGISTRY }}") for host in hosts)
    permissions = text.partition("\njobs:")[0]
    assert "contents: read" in permissions and "write" not in permissions, "a job asks for more by itself"


def test_the_released_package_names_its_repository():
    """The step that adds the addresses leaves a pyproject.toml that can be read."""
    text = (ROOT / ".github" / "workflows" / "release.yml").read_text("utf-8")
    (step,) = re.findall(r"run: (printf .*\n.*) >> pyproject.toml", text)
    env = {
        "HERE": "https://git.example/us/campanile",
        "GITHUB_REF_NAME": "v1.2.3",
        "PATH": os.environ["PATH"],
    }
    added = subprocess.run(
        ["sh", "-c", " ".join(step.split("\n"))], capture_output=True, text=True, env=env, check=True
    )
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8") + added.stdout)["project"]
    assert set(project["urls"]) == {"Repository", "Changelog", "Issues"}
    assert project["urls"]["Changelog"] == "https://git.example/us/campanile/blob/v1.2.3/CHANGELOG.md"


# --- what others fill in


def test_whoever_reports_a_wrong_rule_can_name_every_game():
    text = (ROOT / ".github" / "ISSUE_TEMPLATE" / "rule.yml").read_text("utf-8")
    named = {
        line.strip(' -"')
        for line in text.partition("options:\n")[2].partition("    validations")[0].splitlines()
    }
    assert named == {game.NAME.id for game in GAMES.values()}


@pytest.mark.parametrize("name", ["trouble", "rule", "game", "language"])
def test_a_template_names_only_files_that_exist(name):
    text = (ROOT / ".github" / "ISSUE_TEMPLATE" / f"{name}.yml").read_text("utf-8")
    assert text.startswith("name: ") and "\nbody:\n" in text and "required: true" in text
    assert all((ROOT / page).is_file() for page in re.findall(r"docs/[\w-]+\.md", text))


def test_the_texts_for_the_app_directory_fit_and_name_every_game():
    text = (ROOT / "docs" / "app-directory.md").read_text("utf-8")
    said = [re.sub(r"^> ?", "", part, flags=re.M) for part in re.findall(r"(?:^>.*\n)+", text, re.M)]
    short, long = (part.strip() for part in said)
    assert len(short) <= 200 and len(long) <= 2000 and "\n" not in short
    assert all(game.NAME.id in long for game in GAMES.values())
    (tags,) = re.findall(r"^\| Tags \| (.*) \|$", text, re.M)
    assert len(tags := re.findall(r"`([^`]+)`", tags)) == 5 and all(len(tag) <= 20 for tag in tags)
    (pictures,) = re.findall(r"^\| Pictures \| (.*) \|$", text, re.M)
    assert pictures.count("](") == 5
