"""A second, naive reading of the rules of names, straight from their wording: the judge of the fast fold."""
