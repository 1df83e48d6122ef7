"""What agents read: the commands of SKILL.md print what it shows, and links of llms.txt and AGENTS.md lead to files."""

import json
import re
from pathlib import Path

import pytest

from danceoff.experiments.commands.exits import MEANINGS

ROOT = Path(__file__).parents[3]
SKILL = (ROOT / "experiments" / "commands" / "SKILL.md").read_text()


def test_the_skill_is_printed_or_written(run, tmp_path):
    assert run("skill") == (0, SKILL, "")
    assert run("skill", "-o", str(tmp_path / "SKILL.md")) == (0, "", "")
    assert (tmp_path / "SKILL.md").read_text() == SKILL


def test_the_skill_is_short_and_says_what_it_is_for():
    assert len(SKILL.splitlines()) <= 60
    front = re.match(r"---\nname: danceoff\ndescription: (.*)\n---\n", SKILL)
    assert front
    assert len(front[1]) <= 1024


@pytest.mark.usefixtures("cases_in_process")
def test_its_commands_run_and_print_what_it_shows(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    name = re.search(r"^`(\S+)` has a line", SKILL, re.MULTILINE)[1]
    Path(name).write_text(re.search(r"^```dlx\n(.*?)^```", SKILL, re.MULTILINE | re.DOTALL)[1])
    (block,) = re.findall(r"^```\n(\$ .*?)^```", SKILL, re.MULTILINE | re.DOTALL)
    answers = []
    for part in re.split(r"^\$ danceoff ", block, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        code, out, err = run(*command.split())
        assert (code, err) == (0, "")
        assert re.fullmatch(re.escape(output.strip()).replace(re.escape("..."), ".*") or ".*", out.strip()), out
        if "json" in command:
            answers.append(json.loads(out))
    listed, counted, explained = answers
    assert counted["covers"] == 2
    assert (listed["status"], listed["covers"], len(listed["answers"])) == ("complete", 2, 2)
    for member in re.findall(r"`(\w+)`", SKILL[SKILL.index("The JSON has") : SKILL.index("In Python")]):
        assert member in explained or member == "names", member
    assert all(one["names"] for one in listed["answers"])


def test_its_exit_codes_are_ours():
    codes = dict(re.findall(r"^\| (\d+) \| ([\w ]+)", SKILL, re.MULTILINE))
    assert [*map(int, codes)] == [code for code in MEANINGS if code < 100]
    assert all(MEANINGS[int(code)].startswith(meaning.strip()) for code, meaning in codes.items())


@pytest.mark.parametrize("page", ["AGENTS.md", "docs/llms.txt"])
def test_links_of_what_agents_read_lead_to_files(page):
    file = ROOT / page
    links = re.findall(r"\]\(([^)]*)\)", file.read_text())
    assert len(links) > 3
    for link in links:
        assert (file.parent / link).exists(), link
