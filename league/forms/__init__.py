"""Forms, drawn in the house's look by one renderer."""
