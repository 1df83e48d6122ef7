"""Algorithm selection: the solver to choose for an unseen problem, learnt from results folders."""
