"""The campaign against trouble: `make soak`. Each part has a control: a defect that it must notice."""
