"""What the user's modules did when they were loaded: what a program reads of it is a part of the program.

`syntax` reads a module's text and says which names a statement sets, fills and calls, `steps` what each
statement of a module does to its variables, `statements` puts together those that some variables need, and
`draws` sees whether they drew at random.
"""
