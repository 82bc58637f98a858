"""Pictures: a scene is data, the painter turns it into bytes."""
