"""Words: a Text in the reader's language, the catalogues, and the slash commands in other languages."""
