"""The command `ruledsl`: its help, its errors, and the modules of its commands."""

from __future__ import annotations

import gc
import importlib
import inspect
import os
import signal
import sys
from typing import TYPE_CHECKING, Any

import click

from ruledsl.base.extras import MissingExtra
from ruledsl.cli.output import say
from ruledsl.cli.signals import MISUSE, Ended, complain, one_of, prepare, silence, trouble

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

GROUPS = {
    "Play": {
        "play": ("table", "Play a game: you, bots, or both."),
        "resume": ("table", "Continue a saved game."),
        "replay": ("table", "Play a saved game again and compare the outcome."),
        "serve": ("serve", "Play in the browser: alone, with bots, with friends."),
        "page": ("serve", "Write a page on which anybody plays in a browser, without a server."),
    },
    "Author": {
        "new": ("beginning", "Make a first file: a pack, a tile, a map or a scenario."),
        "validate": (
            "checking",
            "Check packs and report everything that is wrong, with file, line and column.",
        ),
        "fmt": ("fmt", "Format the rules of packs in the one canonical layout."),
        "test": ("testing", "Run the scenarios of packs."),
        "watch": ("watching", "Check packs and run their scenarios at every save."),
        "interactions": ("testing", "List which tiles affect each other, and which scenarios cover that."),
        "list": ("catalogue", "List what is in some packs: tiles, pieces, maps, variants."),
        "show": ("card", "Show a tile as a card: its numbers, its pieces, its rules."),
        "explain": ("checking", "Show the page about the code of a finding."),
        "translate": ("translating", "List the texts of a pack that a language lacks, or write its file."),
        "upgrade": ("fixing", "Update your pack after another pack has renamed something."),
        "lsp": ("editor", "Start the language server for your editor."),
        "schema": ("editor", "Write the JSON Schema of packs, for editors that know only YAML."),
    },
    "Study": {
        "simulate": (
            "many.simulate",
            "Play many games between bots on all cores, one line of JSON for each.",
        ),
        "balance": (
            "many.balance",
            "Measure how strong a tile is compared with the others, and which number balances it.",
        ),
        "compare": (
            "many.compare",
            "Measure what a pack, a variant, a number or a bot changes, game by game with the same seeds.",
        ),
        "study": ("many.study", "Show what simulated games say: a page with figures, and tables."),
        "train": ("many.train", "Learn to play with some packs by self-play, for the bot `learned`."),
    },
    "Share": {
        "docs": ("docs", "Write a rulebook, or sheets of tiles to cut out, as a page to print."),
        "bundle": ("exchanging", "Put a pack into one file, to send it to somebody."),
        "install": ("exchanging", "Install a pack that somebody sent or published."),
        "packs": (
            "exchanging",
            "List the packs that ruledsl knows, with their versions, digests and origins.",
        ),
        "remove": ("exchanging", "Remove an installed pack."),
    },
}
"""The commands in the order of the help, by what people want to do: the module of each, imported on demand, and its summary."""

COMMANDS = {name: row for group in GROUPS.values() for name, row in group.items()}

OTHERS = ("G006", "G050")
"""The codes of endless rules, and of errors in another package's bot: no bugs of ours."""

LONG = frozenset(
    "play resume replay serve simulate balance compare study train test interactions watch lsp".split()
)
"""Commands that may run so long that garbage collection is worthwhile; the others free everything when the process ends."""

HELP = """Rules as data for the Small World family of board games.

\b
Watch three bots play:           ruledsl play smallworld --players 3 --seed 7
Play against two bots:           ruledsl play smallworld --players 3 --seats human,greedy,greedy
Play in the browser:             ruledsl serve smallworld --seats human,greedy
See what there is:               ruledsl list smallworld
Look at one tile:                ruledsl show smallworld/amazons
Check a pack of your own:        ruledsl validate path/to/my-pack

A PACK is the id of a pack that ruledsl knows, a folder with a pack.yaml in it, or a bundle. ruledsl combines several packs in the order
given, and loads what a pack requires by itself.

ruledsl keeps checked and compiled packs in the folder $RULEDSL_CACHE (without it ~/.cache/ruledsl); `off` keeps nothing.

Exit codes: 0 all is well, 1 something was found (errors, failed scenarios, a game that differs), 2 the command cannot be run as given,
70 a bug in ruledsl, 128 and more: ended by that signal (130 by Ctrl-C).
"""


class Family(click.Group):
    """A group that imports its commands on demand and reports errors as one sentence."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - as click calls it
        """In the order of use."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Load the module of a command."""
        if cmd_name not in COMMANDS:
            return None
        if cmd_name in LONG:
            gc.enable()
        place, summary = COMMANDS[cmd_name]
        module = importlib.import_module(f"ruledsl.cli.commands.{place}")
        command: click.Command = getattr(module, f"{cmd_name}_command")
        if command.short_help is None:
            command.short_help = summary
            command.help = f"{summary}\n\n{inspect.cleandoc(command.help or '')}"
        return command

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """The commands with their summaries, without importing any; and the options."""
        from click.shell_completion import CompletionItem  # noqa: PLC0415 - only a shell asks

        if incomplete.startswith("-"):
            return click.Command.shell_complete(self, ctx, incomplete)
        return [
            CompletionItem(name, help=summary)
            for name, (_, summary) in COMMANDS.items()
            if name.startswith(incomplete)
        ]

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """A command by its name; an error suggests the nearest one."""
        if args and not args[0].startswith("-"):
            one_of(args[0], list(COMMANDS), "command")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """List the commands by what people want to do, without importing any."""
        width = max(map(len, COMMANDS))
        for title, commands in GROUPS.items():
            with formatter.section(title):
                formatter.write_dl([(name.ljust(width), summary) for name, (_, summary) in commands.items()])

    def main(self, *args: Any, **extra: Any) -> Any:  # noqa: ANN401 - as click has it
        """Run, and exit with a code. No error shows a traceback, unless RULEDSL_DEBUG is set."""
        is_program = not args and extra.get("args") is None
        if is_program:
            gc.disable()
            prepare()
        extra["standalone_mode"] = False
        code, sentence = self._outcome(*args, **extra)
        if sentence:
            complain(sentence)
        _say_why_nothing_is_kept()
        silence()
        if is_program:
            gc.freeze()  # or Python collects garbage once more, in all objects
        sys.exit(code)

    def _outcome(self, *args: Any, **extra: Any) -> tuple[int, str]:  # noqa: ANN401
        """The exit code, and what to print besides the command's own output."""
        try:
            code = super().main(*args, **extra)
            sys.stdout.flush()
        except click.exceptions.NoArgsIsHelpError as problem:
            say(problem.ctx.get_help())
        except MissingExtra as problem:
            return MISUSE, str(problem)
        except click.UsageError as problem:
            return MISUSE, _misused(problem)
        except click.ClickException as problem:
            return problem.exit_code, problem.format_message()
        except click.exceptions.Abort as problem:
            cause = problem.__cause__
            return 128 + (cause.number if isinstance(cause, Ended) else signal.SIGINT), ""
        except SystemExit:  # click itself, when nobody reads the output any more
            return 0, ""
        except (OSError, MemoryError) as problem:
            sentence = trouble(problem)
            return MISUSE if sentence else 0, sentence
        except Exception as problem:
            if getattr(problem, "code", "") in OTHERS:
                return MISUSE, str(problem)
            if os.environ.get("RULEDSL_DEBUG"):
                raise
            message = " ".join(str(problem).split())[:300]
            return (
                70,
                f"This should not have happened; it is a bug in ruledsl: {type(problem).__name__}: {message}",
            )
        else:
            return (code if isinstance(code, int) else 0), ""
        return 0, ""


def _say_why_nothing_is_kept() -> None:
    """Warn about a cache that others could write, which is therefore not used. Only once, and only if it would have been used."""
    module = sys.modules.get("ruledsl.base.store")
    if module is not None and module.store().problem:
        complain(module.store().problem)


def _misused(problem: click.UsageError) -> str:
    """One sentence, and where to find help."""
    message = problem.format_message().strip()
    message = message if message.endswith((".", "?")) else f"{message}."
    path = problem.ctx.command_path if problem.ctx else "ruledsl"
    return f"{message} `{path} --help` says how it is used."


def _say_version(*, verbose: bool) -> None:
    """Print the version; with `verbose` also what a bug report needs: Python, the system, and the backend of whole games with the reason."""
    from ruledsl.version import __version__  # noqa: PLC0415

    say(f"ruledsl {__version__}")
    if verbose:
        import platform  # noqa: PLC0415 - only asked for here

        from ruledsl.engine.machines.backend import described  # noqa: PLC0415

        say(f"Python {platform.python_version()} on {platform.system()}, {platform.machine()}")
        say(f"Backend: {described()}")


def _without_cache(_ctx: click.Context, _param: click.Parameter, value: bool) -> None:  # noqa: FBT001 - click
    """Disable the cache for this process and its children."""
    if value:
        os.environ["RULEDSL_CACHE"] = "off"


@click.group(
    cls=Family,
    help=HELP,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
    invoke_without_command=True,
    no_args_is_help=True,
)
@click.option(
    "--no-cache",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_without_cache,
    help="Ignore the cache: read, check and compile everything again.",
)
@click.option("--version", is_flag=True, help="Show the version and exit.")
@click.option(
    "--verbose",
    is_flag=True,
    help="With --version: also show Python, the system, and the engine for whole games.",
)
@click.pass_context
def main(ctx: click.Context, *, version: bool, verbose: bool) -> None:
    """The group's own action: the version."""
    if version:
        _say_version(verbose=verbose)
        ctx.exit()
    if ctx.invoked_subcommand is None:
        ctx.fail("Missing command.")
