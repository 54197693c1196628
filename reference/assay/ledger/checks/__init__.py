"""The checks of the ledger, a file a topic: each public function from `Scope` to `Finding` judges a part."""
