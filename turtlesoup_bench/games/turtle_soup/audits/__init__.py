"""How far a responder and a judge can be trusted, measured against labels."""
