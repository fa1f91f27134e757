"""The rules of the layout, by what they take; `layout` says in which order they are tried."""
