"""The families of planning: rotas, tours of crews, dates of exams, and services."""
