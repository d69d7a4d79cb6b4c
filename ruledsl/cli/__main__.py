"""`python -m ruledsl.cli`."""

from ruledsl.cli.app import main

main(prog_name="ruledsl")
