"""The command line: arguments, printing, exit codes. Nothing else prints or exits."""

from __future__ import annotations

import argparse
import gc
import os
import re
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import cache, partial
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from builder import __version__
from builder.problems import BankError, Problem, UsageError, errors

if TYPE_CHECKING:
    from builder.build import Built
    from builder.exporting import Counts
    from builder.importing import Imported, Summary
    from builder.options import Options
    from builder.press import Ready
    from builder.printing import Printed, Request

DONE, BAD_BANK, BAD_USAGE, INTERRUPTED = 0, 1, 2, 130
_OWN_TEMPLATES = Path("templates")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return the exit code: 0 done, 1 the bank has errors, 2 wrong usage."""
    _speak_utf8()
    _start_soon()
    if arguments is None:  # until there is something to tidy up, Ctrl-C ends everything at once
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    given = sys.argv[1:] if arguments is None else arguments
    asked = _parser(given[0] if given else "").parse_args(given)
    run: Callable[[argparse.Namespace], int] = asked.run
    try:
        code = run(asked)
    except BankError as error:
        _print_problems(error.problems)
        return BAD_BANK
    except UsageError as error:
        print(f"exampress: {error}", file=sys.stderr)
        return BAD_USAGE
    except OSError as error:
        print(f"exampress: {_said(error)}", file=sys.stderr)
        return BAD_USAGE
    except KeyboardInterrupt:
        code = INTERRUPTED
    if arguments is None and (code == INTERRUPTED or run is _serve):
        os._exit(code)  # all is tidied up; taking apart what is in memory would take its time
    return code


def _tidily() -> None:
    """From here on, Ctrl-C takes away what waits and what other processes do."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _said(error: OSError) -> str:
    return ": ".join(filter(None, (error.filename, error.strerror))) or str(error)


def _start_soon() -> None:
    """Leave out what makes a short command begin late, before anything of weight is imported."""
    gc.set_threshold(50_000, 20, 20)  # many values are made at first, and few are dropped
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")  # no search of all packages


def _speak_utf8() -> None:
    """Print UTF-8 into pipes and files too, whatever the system's own encoding is."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def _parser(asked: str = "") -> argparse.ArgumentParser:
    """Return the parser of the command line; if it is for one command, only with its arguments."""
    parser = argparse.ArgumentParser(
        prog="exampress",
        description="Question banks in plain text to a practice site and printable exam papers.",
    )
    parser.add_argument("--version", action="version", version=f"exampress {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND", prog="exampress")
    for name, (about, run, add) in _COMMANDS.items():
        command = commands.add_parser(name, help=about, description=about)
        command.set_defaults(run=run)
        if asked == name or asked not in _COMMANDS:
            add(command)
    return parser


def _add_content(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--content", type=Path, default=Path("content"), metavar="DIR", help="the bank (content)"
    )


def _add_build(command: argparse.ArgumentParser) -> None:
    _add_content(command)
    command.add_argument(
        "--out", type=Path, default=Path("site"), metavar="DIR", help="the site's folder (site)"
    )
    _add_site(command)
    command.add_argument("--strict", action="store_true", help="warnings stop the build too")
    command.add_argument("--jobs", type=_jobs, metavar="N", help="processes (by size)")
    command.add_argument(
        "--pdf",
        action=argparse.BooleanOptionalAction,
        help="set papers as PDF files, or leave them out (where exampress[pdf] is installed)",
    )
    command.add_argument("--no-cache", action="store_true", help="build everything anew")


def _add_site(command: argparse.ArgumentParser) -> None:
    command.add_argument("--base-url", metavar="URL", help="where the site will stand")
    command.add_argument(
        "--no-answers", action="store_true", help="publish no keys and no explanations"
    )
    command.add_argument(
        "--answers",
        choices=("sealed",),
        help="sealed: publish every key and explanation so that only a passphrase opens it",
    )


def _add_serve(command: argparse.ArgumentParser) -> None:
    _add_content(command)
    _add_site(command)
    command.add_argument("--host", default="127.0.0.1", help="the address to listen on (127.0.0.1)")
    command.add_argument("--port", type=_port, default=8000, help="the port to listen on (8000)")


def _add_check(command: argparse.ArgumentParser) -> None:
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


def _add_verify(command: argparse.ArgumentParser) -> None:
    command.add_argument("site", type=Path, metavar="SITE", help="a site's folder, or a zip of it")
    command.add_argument(
        "--content", type=Path, metavar="DIR", help="a bank, which is built anew and compared too"
    )


def _add_pdf(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "units", nargs="*", metavar="EXAM[/SECTION]", help="what is printed (every exam)"
    )
    _add_content(command)
    command.add_argument(
        "--out", type=Path, default=Path("pdf"), metavar="DIR", help="where the files go (pdf)"
    )
    command.add_argument(
        "--teacher", action="store_true", help="the paper with the key in place too"
    )
    command.add_argument("--key", action="store_true", help="the answer key too")
    command.add_argument("--forms", type=_forms, metavar="N", help="so many forms: A, B, C …")
    command.add_argument("--form", type=_form, action="append", metavar="NAME", help="one form: B")
    command.add_argument("--seed", metavar="TEXT", help="what forms are drawn from (1)")
    command.add_argument("--sheet", action="store_true", help="the answer sheet too")
    command.add_argument(
        "--per-person", type=Path, metavar="CSV", help="a paper for each person of a file"
    )
    command.add_argument(
        "--no-paper", action="store_true", help="no student paper: only what else is asked for"
    )
    command.add_argument(
        "--separate", action="store_true", help="per person, a file each (50 papers in a file)"
    )
    command.add_argument(
        "--cluster", metavar="ADDRESS", help="per person, work on a Dask cluster: tcp://HOST:PORT"
    )
    command.add_argument("--base-url", metavar="URL", help="where QR codes lead (site.yaml)")
    command.add_argument(
        "--engine",
        choices=("typst", "chromium"),
        default="typst",
        help="typst, or chromium to print the HTML pages (typst)",
    )
    command.add_argument("--jobs", type=_jobs, metavar="N", help="processes (one a core)")


def _add_export(command: argparse.ArgumentParser) -> None:
    _add_content(command)
    command.add_argument(
        "--to", required=True, metavar="FORMAT", help="one of those that docs/formats.md lists"
    )
    command.add_argument(
        "--out", type=Path, metavar="PATH", help="a file, a folder or a .zip instead of the screen"
    )
    command.add_argument(
        "--exam", action="append", default=[], metavar="ID", help="this exam only (all)"
    )
    command.add_argument(
        "--strict", action="store_true", help="write nothing if something would be lost"
    )
    command.add_argument(
        "--format", choices=("text", "json"), default="text", help="how to print losses (text)"
    )


def _add_import(command: argparse.ArgumentParser) -> None:
    command.add_argument("files", type=Path, nargs="+", metavar="FILE", help="a paper, and its key")
    command.add_argument("--from", dest="form", metavar="FORMAT", help="its format (by content)")
    command.add_argument(
        "--into",
        type=Path,
        metavar="DIR",
        help="the new exam folder (content/ and the file's name)",
    )
    command.add_argument("--language", metavar="TAG", help="the exam's language (by its text)")
    command.add_argument("--keep", action="append", default=[], metavar="NOISE", help=_KEEP)
    command.add_argument("--dry-run", action="store_true", help="read and report, write nothing")
    command.add_argument(
        "--format", choices=("text", "json"), default="text", help="how to print (text)"
    )


_KEEP = "leave a kind of noise in: invisible, ruby, pages, chat, learner, or all"


def _add_seal(command: argparse.ArgumentParser) -> None:
    command.add_argument("exams", nargs="*", metavar="EXAM", help="whose answers (all sealed ones)")
    _add_content(command)
    _add_site(command)
    command.add_argument("--qr", type=Path, metavar="DIR", help="write each link as a QR code too")
    command.add_argument(
        "--release", type=Path, metavar="SITE", help="publish the keys in a site's folder"
    )
    command.add_argument(
        "--suggest", action="store_true", help="print a new passphrase by lot, and end"
    )


def _add_new(command: argparse.ArgumentParser) -> None:
    command.add_argument("folder", type=Path, metavar="DIR", help="a new or empty folder")
    command.add_argument(
        "--language",
        choices=("en", "zh-Hans", "zh-Hant"),
        default="en",
        help="the language of the first exam (en)",
    )


def _jobs(text: str) -> int:
    return _between(text, 1, 256)


def _forms(text: str) -> int:
    return _between(text, 1, 10_000)


def _form(text: str) -> str:
    if not re.fullmatch("[A-Za-z]{1,2}", text):
        raise argparse.ArgumentTypeError(f"must be a name such as A, B or AA, found '{text}'")
    return text.upper()


def _port(text: str) -> int:
    return _between(text, 1, 65_535)


def _between(text: str, least: int, most: int) -> int:
    if not text.isascii() or not text.isdigit() or not least <= int(text[:9]) <= most:
        raise argparse.ArgumentTypeError(f"must be {least} to {most}, found '{text}'")
    return int(text)


def _options(asked: argparse.Namespace) -> Options:
    from builder.options import Options

    _check_base_url(asked.base_url)
    templates = Path("templates")
    return Options(
        content=asked.content,
        templates=templates if templates.is_dir() else None,
        base_url=asked.base_url,
        answers=not asked.no_answers,
        sealed=asked.answers == "sealed",
        passphrase=cache(_passphrase),
    )


def _passphrase() -> str:
    """Return the passphrase from the environment, or as it is typed; never from an argument, which
    others on the machine could read."""
    from builder.sealing import VARIABLE

    given = os.environ.get(VARIABLE)
    if given is None and sys.stdin.isatty():
        from getpass import getpass

        given = getpass("Passphrase for sealed answers: ")
        if getpass("The same again: ") != given:
            raise UsageError("the two passphrases differ")
    if not given:
        raise UsageError(f"sealed answers need a passphrase: set {VARIABLE}")
    return given


def _seal(asked: argparse.Namespace) -> int:
    from builder import passphrase, releasing

    if asked.suggest:
        print(passphrase.suggestion())
        return DONE
    _check_base_url(asked.base_url)
    options = _options(asked)
    for key in releasing.keys(options, asked.exams):
        print(f"{key.exam}: {key.link}")
        if asked.qr:
            print(releasing.code(key, asked.qr))
        if asked.release:
            print(releasing.release(key, asked.release))
    return DONE


def _check_base_url(base_url: str | None) -> None:
    if base_url is not None:
        from builder.fields import ADDRESS

        if not re.search(ADDRESS, base_url):
            raise UsageError(f"--base-url must start with http:// or https://, found '{base_url}'")


def _build(asked: argparse.Namespace) -> int:
    from builder import cache

    options = _options(asked)._replace(
        out=asked.out, strict=asked.strict, jobs=asked.jobs, pdf=_wants_pdf(asked.pdf)
    )
    store = cache.Store(options.out)
    if asked.no_cache:
        store.save(None)
    record = store.load()
    if record and cache.is_current(record, cache.look(options, record), options.out):
        _print_problems(cache.unpacked(record.warnings))
        print(_summary(options.out, record.questions, len(record.outputs), 0))
        return DONE
    from builder.build import build

    _tidily()
    built = build(options, _progress(), store)
    _print_problems(built.warnings)
    written = built.written
    print(_summary(options.out, built.questions, written.total, written.changed))
    return DONE


def _pdf(asked: argparse.Namespace) -> int:
    _tidily()
    if asked.engine == "typst":
        _wants_pdf(True, "exampress pdf")
    with _press(asked) as ready:
        return _print(asked, ready)


def _press(asked: argparse.Namespace) -> AbstractContextManager[Ready | None]:
    """Give what sets papers and makes itself ready from now on, if a few are asked for."""
    forms = (asked.forms or 0) + len(asked.form or ())
    if asked.engine != "typst" or asked.per_person or forms > 1:
        return nullcontext()
    from builder import engine
    from builder.options import template_folders
    from builder.parallel import beside

    files = engine.sources(template_folders(_OWN_TEMPLATES))
    return beside(partial(engine.warmed, asked.content, files))


def _print(asked: argparse.Namespace, ready: Ready | None) -> int:
    from builder.printing import Request, print_papers

    _check_base_url(asked.base_url)
    request = Request(
        content=asked.content,
        templates=_OWN_TEMPLATES,
        out=asked.out,
        units=tuple(asked.units),
        kinds=_kinds(asked),
        forms=_asked_forms(asked),
        seed=asked.seed or "1",
        base_url=asked.base_url,
        engine=asked.engine,
        jobs=asked.jobs,
    )
    if asked.per_person and asked.engine != "typst":
        raise UsageError("--per-person goes with --engine typst")
    if asked.per_person:
        printed = _print_people(asked, request)
    elif asked.separate or asked.cluster:
        raise UsageError("--separate and --cluster go with --per-person")
    else:
        printed = print_papers(request, _progress(), ready)
    _print_problems(printed.warnings)
    for path in printed.files:
        print(path)
    return DONE


def _print_people(asked: argparse.Namespace, request: Request) -> Printed:
    from builder.personal import executor, print_people

    with executor(asked.cluster, asked.jobs) as workers:
        return print_people(request, asked.per_person, asked.separate, workers, _progress())


def _kinds(asked: argparse.Namespace) -> tuple[str, ...]:
    others = tuple(kind for kind in ("teacher", "key", "sheet") if getattr(asked, kind))
    kinds = others if asked.no_paper else ("paper", *others)
    if not kinds:
        raise UsageError("--no-paper leaves nothing: say --teacher, --key or --sheet too")
    return kinds


def _asked_forms(asked: argparse.Namespace) -> tuple[str, ...]:
    from builder import forms

    if asked.seed is not None and not (asked.forms or asked.form):
        raise UsageError("--seed is for forms: say --forms 4, or --form A")
    return tuple(dict.fromkeys((*forms.names(asked.forms or 0), *(asked.form or ()))))


def _wants_pdf(asked: bool | None, what: str = "--pdf") -> bool:
    from builder.options import PDF_EXTRA, can_set_pdf

    if asked and not can_set_pdf():
        raise UsageError(f"{what} needs {PDF_EXTRA}: pip install '{PDF_EXTRA}'")
    return can_set_pdf() if asked is None else asked


def _summary(where: Path, questions: int, files: int, changed: int) -> str:
    return f"{where}: {_count(questions, 'question')}, {_count(files, 'file')} ({changed} changed)"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _progress() -> Callable[[str, int, int], None] | None:
    """Return what shows progress on a terminal; nothing in a pipe."""
    if not sys.stderr.isatty():
        return None

    def show(stage: str, done: int, total: int) -> None:
        end = "\r\x1b[K" if done == total else ""
        print(f"\r{stage} {done}/{total}{end}", end="", file=sys.stderr, flush=True)

    return show


def _check(asked: argparse.Namespace) -> int:
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
            count = _count(sum(n for file, n in counts if _is_within(file, within)), "question")
            said.append(f"{path}: {count}, {_count(len(found), 'problem')}")
    _print_check(problems, asked.format)
    if asked.format == "text":
        print("\n".join(said) if said else f"{_count(len(problems), 'problem')}")
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
        _print_problems(problems)


def _annotation(problem: Problem) -> str:
    """Return a problem as a workflow command of GitHub Actions."""
    where = problem.where
    message = problem.message.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    file = where.file.replace("%", "%25").replace(":", "%3A").replace(",", "%2C")
    return f"::{problem.severity} file={file},line={where.line},col={where.column}::{message}"


def _serve(asked: argparse.Namespace) -> int:
    from builder.build import base_path
    from builder.serve import serve

    _tidily()
    options = _options(asked)

    def report(result: Built | tuple[Problem, ...]) -> None:
        if isinstance(result, tuple):
            _print_problems(result)
        else:
            _print_problems(result.warnings)
            written = result.written
            said = _summary(asked.content, result.questions, written.total, written.changed)
            print(said, flush=True)

    def started() -> None:
        address = f"http://{asked.host}:{asked.port}{base_path(options.base_url)}"
        print(f"{address} (Ctrl-C ends it)", flush=True)

    serve(options, asked.host, asked.port, report, started)
    return DONE


def _verify(asked: argparse.Namespace) -> int:
    from builder.options import Options
    from builder.verifying import verify

    templates = Path("templates")
    bank = asked.content and Options(
        content=asked.content,
        templates=templates if templates.is_dir() else None,
        passphrase=cache(_passphrase),
    )
    found = verify(asked.site, bank)
    for each in found.differences:
        print(f"{each.kind}: {each.path}")
    number = len(found.differences)
    said = _count(number, "difference") if number else "as it was built"
    if asked.content and not number:
        said = f"as {asked.content} builds it"
    print(f"{asked.site}: {_count(found.files, 'file')} of exampress {found.version}, {said}")
    return BAD_BANK if number else DONE


def _export(asked: argparse.Namespace) -> int:
    from builder import exporting

    exported = exporting.export(asked.content, asked.to, asked.exam)
    _print_problems(exported.warnings)
    losses = exported.written.losses
    text = "" if asked.out else exporting.on_screen(exported)
    if asked.format == "json":
        print(exporting.report(exported), file=sys.stdout if asked.out else sys.stderr)
    else:
        for loss in losses:
            print(loss, file=sys.stderr)
    refused = asked.strict and bool(losses)
    if not refused:
        sys.stdout.write(text)
    files = exporting.write(exported, asked.out) if asked.out and not refused else ()
    if asked.format == "text" and (files or losses):
        print(_exported(exporting.counts(exported), files, refused), file=sys.stderr)
    return BAD_BANK if refused else DONE


def _exported(counts: Counts, files: Sequence[Path], refused: bool) -> str:
    """Return what was exported, in numbers."""
    numbers = (
        _count(counts.questions, "question"),
        f"{counts.whole} whole",
        f"{counts.changed} with losses",
        f"{counts.left_out} left out",
    )
    said = "nothing was written" if refused else ", ".join(map(str, files[:5]))
    more = f" and {len(files) - 5} more" if len(files) > 5 else ""
    return f"{said}{more}{': ' if said else ''}{', '.join(numbers)}"


def _ids(asked: argparse.Namespace) -> int:
    from builder.ids import write_missing

    if not asked.content.is_dir():
        raise UsageError(f"there is no folder '{asked.content}'")
    written = write_missing(asked.content)
    for file, ids in written.items():
        print(f"{file}: {', '.join(ids)}")
    print(f"{_count(sum(map(len, written.values())), 'id')} written")
    return DONE


def _import(asked: argparse.Namespace) -> int:
    from builder import importing

    found = importing.read(asked.files, _format_of(asked.form), _repairs(asked.keep))
    counts = importing.summary(found.draft)
    folder = asked.into or Path("content") / importing.folder_name(asked.files[0])
    if asked.format == "json":
        print(importing.as_json(found.draft))
    else:
        _print_doubts(found)
    if counts.questions and not asked.dry_run:
        files = importing.exam_files(found, asked.language, asked.files[0].stem)
        differences = importing.write(files, folder)
        if differences is not None:
            print(differences, end="")
            raise UsageError(_there_already(folder, differences))
    if asked.format == "text":
        print(_read(folder, counts, asked.dry_run))
    return DONE if counts.questions else BAD_BANK


def _there_already(folder: Path, differences: str) -> str:
    said = "as shown" if differences else "and would stay as it is"
    return f"{folder} is there already, {said}; nothing was written"


def _format_of(form: str | None) -> str | None:
    from builder.formats.incoming import FORMATS
    from builder.problems import suggestion

    if form is not None and form not in FORMATS:
        near = suggestion(form, FORMATS)
        raise UsageError(f"unknown format '{form}'{near} (formats are {', '.join(FORMATS)})")
    return form


def _repairs(kept: Sequence[str]) -> list[str]:
    """Return the kinds of noise to leave out: all but those to keep."""
    from builder.importing import NOISE

    unknown = [kind for kind in kept if kind not in (*NOISE, "all")]
    if unknown:
        raise UsageError(f"unknown noise '{unknown[0]}' (kinds are {', '.join(NOISE)}, all)")
    return [kind for kind in NOISE if kind not in kept and "all" not in kept]


def _print_doubts(found: Imported) -> None:
    for file, line, doubt in found.doubts():
        print(f"{file}:{line}: {doubt.level}: {doubt.message} [{doubt.about}]", file=sys.stderr)
    for file, line, text in found.unused():
        print(f"{file}:{line}: not used: {text.strip()}", file=sys.stderr)


def _read(folder: Path, counts: Summary, dry: bool) -> str:
    """Return what was read, in numbers."""
    if not counts.questions:
        return f"no question was found; {_count(counts.unused, 'line')} not used"
    numbers = (
        _count(counts.sections, "section"),
        _count(counts.questions, "question"),
        f"{counts.keyed} with an answer",
        f"{counts.keyless} without a key",
        f"{counts.doubted} in doubt",
        f"{_count(counts.unused, 'line')} not used",
    )
    return f"{'would be ' if dry else ''}{folder}: {', '.join(numbers)}"


def _new(asked: argparse.Namespace) -> int:
    from builder.render import BUILT_IN
    from builder.scaffold import create

    for name in create(asked.folder, BUILT_IN, asked.language):
        print(asked.folder / name)
    print(f"\nNext:\n  cd {asked.folder}\n  exampress serve")
    return DONE


def _print_problems(problems: Sequence[Problem]) -> None:
    for each in problems:
        print(_colored(each, sys.stderr), file=sys.stderr)


def _colored(problem: Problem, stream: TextIO) -> str:
    if not stream.isatty() or os.environ.get("NO_COLOR"):
        return str(problem)
    color = "31" if problem.severity == "error" else "33"
    where = f"\x1b[1m{problem.where}:\x1b[0m"
    return f"{where} \x1b[{color}m{problem.severity}:\x1b[0m {problem.message}"


_COMMANDS: dict[
    str,
    tuple[str, Callable[[argparse.Namespace], int], Callable[[argparse.ArgumentParser], None]],
] = {
    "new": ("write a working bank into a new folder", _new, _add_new),
    "check": ("show every problem of the bank", _check, _add_check),
    "build": ("build the site from the bank", _build, _add_build),
    "verify": ("check a published site against what was built", _verify, _add_verify),
    "serve": ("build, watch, reload the browser", _serve, _add_serve),
    "pdf": ("print papers as PDF files", _pdf, _add_pdf),
    "import": ("read a paper, from text, Word or Excel, into a new exam", _import, _add_import),
    "export": ("write the bank in another format", _export, _add_export),
    "seal": ("show the links that open sealed answers, or publish a key", _seal, _add_seal),
    "ids": ("write missing question ids into the files", _ids, _add_content),
}
