"""A command line that no command understands is told in one line, in the language asked for."""

from __future__ import annotations

import pytest

from simulator import cli

WRONG = [
    ("chek", "there is no command 'chek', did you mean 'check'?", "no hay ninguna orden 'chek', ¿querías decir 'check'?", ""),
    ("zzzz", "there is no command 'zzzz'", "no hay ninguna orden 'zzzz'", ""),
    ("cards shw", "there is no command 'cards shw', did you mean 'cards show'?",
     "no hay ninguna orden 'cards shw', ¿querías decir 'cards show'?", "cards "),
    ("import xyz", "there is no command 'import xyz'", "no hay ninguna orden 'import xyz'", "import "),
    ("replay", "RECORD is missing, or has no value", "falta RECORD, o no tiene valor", "replay "),
    ("state r.jsonl --at", "--at is missing, or has no value", "falta --at, o no tiene valor", "state "),
    ("state r.jsonl --at q", "'q' is no value for --at", "'q' no es un valor para --at", "state "),
    ("state r.jsonl --att 3", "there is no option --att, did you mean --at?",
     "no hay ninguna opción --att, ¿querías decir --at?", "state "),
    ("state r.jsonl --qqqq", "there is no option --qqqq", "no hay ninguna opción --qqqq", "state "),
    ("state r.jsonl --at 1 --at 2", "--at is given more than once", "--at se da más de una vez", "state "),
    ("replay a b c", "too many words: b c", "sobran palabras: b c", "replay "),
]  # fmt: skip


@pytest.mark.parametrize(("words", "english", "spanish", "command"), WRONG)
def test_what_is_wrong_with_a_command_line_is_told_in_both_languages(
    words: str, english: str, spanish: str, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(words.split()) == 2
    out, err = capsys.readouterr()
    assert (out, err) == ("", f"{english}; see nametrail {command}--help\n")
    assert cli.run([*words.split(), "--lang", "es"]) == 2
    out, err = capsys.readouterr()
    assert (out, err) == ("", f"{spanish}; mira nametrail {command}--help\n")


def test_what_the_system_says_of_a_file_is_told_in_both_languages(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert cli.run(["why", "not-there.jsonl", "x"]) == 2
    assert "not-there.jsonl cannot be opened: No such file" in capsys.readouterr().err
    assert cli.run(["why", "not-there.jsonl", "x", "--lang", "es"]) == 2
    assert "no se puede abrir not-there.jsonl: no existe\n" in capsys.readouterr().err
