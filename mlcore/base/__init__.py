"""What algorithms stand on: types, checks of input, labels, losses, scaling, and the contract of a run."""
