// System: two servers follow each other under load, with a migration between.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { SCHEMA_VERSION } from '@model-gateway/sql';
import {
  hasPostgres,
  NO_POSTGRES,
  startPostgres,
} from '../../../sql/test/support/postgres-server.ts';
import { undoNewestMigration } from '../../../sql/test/support/undo-newest-migration.ts';
import { until } from '../../../sql/test/support/until.ts';
import { createDeployment, HOUR_MS, PASSES_HOURS, type Deployment } from '../support/deployment.ts';
import { askForImage, askForModels, lookAt } from '../support/requests.ts';
import type { ServerProcess } from '../support/server-process.ts';

const READERS = 3;

it(
  'a rolling upgrade under load: the old server serves while the store is migrated, and no request fails',
  { skip: hasPostgres() ? false : NO_POSTGRES },
  async () => {
    const postgres = (await startPostgres()) ?? assert.fail();
    try {
      const store = await postgres.createDatabase();
      await using deployment = await createDeployment({
        store,
        more: `server: { shutdownDelayMs: ${HOUR_MS}, drainTimeoutMs: 20000 }\nadmin: { port: 0 }`,
      });
      const old = await deployment.start({ flags: PASSES_HOURS });
      // So that the server is one of the release before.
      await undoNewestMigration(postgres, store);

      await using load = beginLoad(deployment, old);
      await load.more();
      const { version } = (await deployment.run('migrate')) as { version: number };
      assert.equal(version, SCHEMA_VERSION);
      await load.more();

      const next = await deployment.start({ args: ['--no-migrate'] });
      assert.equal((await lookAt(deployment, next.adminUrl, '/readyz')).status, 200);
      old.signal('SIGTERM');
      // Its last requests arrive after it has said that it is not ready.
      await until('the old server not to be ready', async () => {
        const { status } = await lookAt(deployment, old.adminUrl, '/readyz');
        return status === 503;
      });
      await load.more();
      await load.sendTo(next);
      old.signal('SIGUSR2');
      assert.equal(await old.ended, 0);
      await load.more();
      assert.deepEqual(new Set(await load.end()), new Set([200]));
      const account = await deployment.run('credits audit --account default');
      const { balanced, reserved } = account as { balanced: boolean; reserved: string };
      assert.deepEqual({ balanced, reserved }, { balanced: true, reserved: '0.00' });
      await deployment.expectNoSecrets();
    } finally {
      postgres.stop();
    }
  },
);

/** Clients behind a balancer that ask for models and images, each one request after the other. */
function beginLoad({ key }: Deployment, first: ServerProcess) {
  let server = first;
  const ending = new AbortController();
  const statuses: (number | string)[] = [];
  const onTheWay = new Set<Promise<unknown>>();
  const repeat = async (ask: () => Promise<number>) => {
    while (!ending.signal.aborted) {
      const asked = ask().catch(String);
      onTheWay.add(asked);
      statuses.push(await asked);
      onTheWay.delete(asked);
    }
  };
  const readers = Array.from({ length: READERS }, () =>
    repeat(() => askForModels(server.url, key)),
  );
  const painter = repeat(async () => {
    const response = await askForImage(server.url, key);
    await response.arrayBuffer();
    return response.status;
  });
  /** Resolves to the status of every answer, or why there was none. */
  const end = async () => {
    ending.abort();
    await Promise.all([...readers, painter]);
    return statuses;
  };
  return {
    end,
    /** Sends what follows to another server; resolves once the one before has answered the rest. */
    async sendTo(next: ServerProcess) {
      server = next;
      await Promise.all(onTheWay);
    },
    [Symbol.asyncDispose]: async () => void (await end()),
    /** Resolves once twenty more requests were answered. */
    async more() {
      const { length } = statuses;
      await until('more answers', () => statuses.length >= length + 20);
    },
  };
}
