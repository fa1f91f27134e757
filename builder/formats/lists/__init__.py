"""What readers of question lists share: records with named fields, made into questions."""
