"""The reader of exam papers as people write them: Chinese and English running text.

`read(text or lines) -> Draft`; nothing here opens a file. The stages, each a module: `lines` (what
comes in), `noise` (what is left out), `layout` (which line belongs to which question), `keylist`
(keys far from their questions), `assemble` (questions and doubts), `checks` (does the paper add up).
"""
