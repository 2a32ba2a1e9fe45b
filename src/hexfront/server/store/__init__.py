"""The database: tables and their migrations, queries, and news between processes."""
