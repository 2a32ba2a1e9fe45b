"""`python -m hexfront.cli`."""

import sys

from hexfront.cli import main

sys.exit(main())
