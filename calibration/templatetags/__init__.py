"""What calibration's templates need."""
