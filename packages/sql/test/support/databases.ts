import { after, describe } from 'node:test';
import { temporaryFolder } from './temporary-folder.ts';
import { describeWithPostgres } from './with-postgres.ts';

/** The location of a new, empty database. */
export type NewDatabase = () => Promise<string>;

/** The same tests over SQLite files and, where there is one, a PostgreSQL server. */
export function describeOnEach(name: string, tests: (newDatabase: NewDatabase) => void): void {
  describe(`${name}, SQLite file`, () => {
    const folder = temporaryFolder();
    let files = 0;
    tests(async () => `sqlite:${folder.path}/${++files}.db`);
    after(() => folder.remove());
  });
  describeWithPostgres(`${name}, PostgreSQL`, (server) => tests(() => server().createDatabase()));
}
