"""How much do the tests see? Small changes of the code, one at a time: is each found by the tests that are near it?"""
