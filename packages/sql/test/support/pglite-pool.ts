import type { PGlite } from '@electric-sql/pglite';
import type { PostgresPool } from '@model-gateway/sql';

/** PGlite as a pool of one connection, which its users have in turns. */
export function pgliteAsPool(database: PGlite): PostgresPool {
  let last: Promise<void> = Promise.resolve();
  return {
    async connect() {
      const before = last;
      let release = () => {};
      last = new Promise((resolve) => {
        release = resolve;
      });
      await before;
      return {
        async query({ text, values }) {
          const { rows, affectedRows = 0 } = await database.query(text, values);
          // PGlite does not say which command it was.
          const command = /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? '';
          return { command, rowCount: affectedRows, rows };
        },
        release,
      };
    },
    end: async () => {},
  };
}
