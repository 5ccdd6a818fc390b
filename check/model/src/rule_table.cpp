// The rule table.
