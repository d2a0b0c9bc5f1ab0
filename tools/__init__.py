"""Commands for the people who keep the project: pins and screenshots."""
