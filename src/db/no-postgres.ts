/** Stands in for drizzle's enums of PostgreSQL in the bundle (wrangler.toml, alias): each chunk of SQL is asked whether it is one. */
export const isPgEnum = () => false
