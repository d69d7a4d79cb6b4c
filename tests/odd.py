"""A folder whose name every address must quote: suites of editors and of the workshop work in one."""

FOLDER = "a b é+(x)%20"
IN_A_DRIVE = "c:/a b é+(x)%20"
"""The same where clients quote a colon too, as for a drive of Windows."""
