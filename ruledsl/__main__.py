"""`python -m ruledsl`."""

from ruledsl.cli.app import main

main(prog_name="ruledsl")
