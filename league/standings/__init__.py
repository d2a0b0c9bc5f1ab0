"""What a record on a ladder says, and how surely: pure arithmetic, no rows and no clock."""
