"""`exampress check`: every problem of a bank."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from builder.commands.saying import BAD_BANK, DONE, counted, print_problems
from builder.problems import Problem, UsageError, errors


def add(command: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    command.add_argument(
        "paths", type=Path, nargs="*", metavar="PATH", help="a bank, or an exam or a file in it"
    )
    command.add_argument(
        "--format", choices=("text", "json", "github"), default="text", help="how to print (text)"
    )
    command.add_argument("--strict", action="store_true", help="warnings count as errors")
    command.add_argument(
        "--rules", action="store_true", help="list what makes a good exam, and end"
    )


def run(asked: argparse.Namespace) -> int:
    """Do it; return the exit code."""
    from builder.build import check

    if asked.rules:
        return _rules()
    problems: list[Problem] = []
    said: list[str] = []
    for path in asked.paths or [Path("content")]:
        content, within = _bank_of(path)
        checked = check(content)
        found = [each for each in checked.problems if _is_within(each.where.file, within)]
        problems += found
        if not errors(checked.problems):
            counts = checked.questions.items()
            count = counted(sum(n for file, n in counts if _is_within(file, within)), "question")
            said.append(f"{path}: {count}, {counted(len(found), 'problem')}")
    _print_check(problems, asked.format)
    if asked.format == "text":
        print("\n".join(said) if said else f"{counted(len(problems), 'problem')}")
    return BAD_BANK if errors(problems) or (asked.strict and problems) else DONE


def _rules() -> int:
    from builder.lint import RULES

    width = max(map(len, RULES))
    for name, rule in RULES.items():
        print(f"{name:{width}}  {rule.about}")
    return DONE


def _bank_of(path: Path) -> tuple[Path, str]:
    """Return the bank that `path` lies in, and the path inside it that is asked for."""
    if not path.exists():
        raise UsageError(f"there is no '{path}'")
    if path.is_file() and path.name == "site.yaml":
        return path.parent, path.as_posix()
    exam = path.parent if path.is_file() else path
    if not (exam / "exam.yaml").exists():
        if exam == path:
            return path, ""
        raise UsageError(f"'{path}' is no file of an exam: there is no exam.yaml beside it")
    if exam == Path():  # run in the exam's own folder
        exam = Path("..") / Path.cwd().name
    return exam.parent, (exam / path.name if path.is_file() else exam).as_posix()


def _is_within(file: str, path: str) -> bool:
    return not path or file == path or file.startswith(f"{path}/")


def _print_check(problems: Sequence[Problem], form: str) -> None:
    if form == "json":
        import json

        rows = [
            {
                "file": each.where.file,
                "line": each.where.line,
                "column": each.where.column,
                "severity": each.severity,
                "rule": each.rule,
                "message": each.message,
            }
            for each in problems
        ]
        print(json.dumps({"problems": rows}, ensure_ascii=False, indent=2))
    elif form == "github":
        for each in problems:
            print(_annotation(each))
    else:
        print_problems(problems)


def _annotation(problem: Problem) -> str:
    """Return a problem as a workflow command of GitHub Actions."""
    where = problem.where
    message = problem.message.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    file = where.file.replace("%", "%25").replace(":", "%3A").replace(",", "%2C")
    return f"::{problem.severity} file={file},line={where.line},col={where.column}::{message}"
