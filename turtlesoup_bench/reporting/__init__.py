"""Tables and pages, computed from run folders."""
