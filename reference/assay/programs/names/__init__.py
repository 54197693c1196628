"""The names that a program may not use, because what they give differs from run to run or cannot be seen.

A function, class or module of the standard library is harmless, or a source of randomness, or refused: what
is not on the list of harmless modules is refused by its name.  The user's own code is read (`reach`),
libraries such as numpy are trusted apart from what is named here.
"""
