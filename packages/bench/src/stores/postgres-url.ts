/** A database of its own on a PostgreSQL server, for what is measured there. */
export const POSTGRES_URL = process.env['MODEL_GATEWAY_POSTGRES_URL'];
