"""What turtle soup adds to submissions: prediction files, and scores that are checked from their matches on."""
