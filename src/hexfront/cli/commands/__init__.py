"""The commands. A module here has `add(commands)`, which adds its parser, and `run(args)`, which returns the
exit code. A command appears as soon as its module exists and `hexfront.cli.COMMANDS` names it."""
