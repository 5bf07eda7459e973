// System: dumps and restores a database with PostgreSQL's own tools.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { it } from 'node:test';
import { promisify } from 'node:util';
import {
  hasPostgres,
  NO_POSTGRES,
  startPostgres,
} from '../../../sql/test/support/postgres-server.ts';
import { createDeployment } from '../support/deployment.ts';
import { askForImage } from '../support/requests.ts';

const tools = globSync('/usr/lib/postgresql/*/bin/pg_dump')
  .map((file) => path.dirname(file))
  .at(-1);
const run = promisify(execFile);
const skip = hasPostgres() && tools !== undefined ? false : NO_POSTGRES;

it(
  'a dump that is made while the server runs is restored into another database with keys, and credits that add up',
  { skip },
  async () => {
    const postgres = (await startPostgres()) ?? assert.fail();
    try {
      const store = await postgres.createDatabase();
      await using deployment = await createDeployment({ store });
      const { key, folder, file } = deployment;
      const first = await deployment.start();
      const dump = path.join(folder, 'gateway.dump');
      const load = Array.from({ length: 10 }, () => askForImage(first.url, key));
      await run(path.join(tools ?? '', 'pg_dump'), ['--format=custom', `--file=${dump}`, store]);
      for (const response of await Promise.all(load)) assert.equal(response.status, 200);
      first.signal('SIGTERM');
      assert.equal(await first.ended, 0);

      const restored = await postgres.createDatabase();
      const restore = ['--no-owner', '--exit-on-error', '-d', restored, dump];
      await run(path.join(tools ?? '', 'pg_restore'), restore);
      const configuration = await readFile(file, 'utf8');
      await writeFile(file, configuration.replace('{ env: STORE_URL }', restored));
      const second = await deployment.start();
      assert.equal((await askForImage(second.url, key)).status, 200);
      const account = (await deployment.run('credits audit --account default')) as {
        readonly balanced: boolean;
      };
      assert.equal(account.balanced, true);
    } finally {
      postgres.stop();
    }
  },
);
