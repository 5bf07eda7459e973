// System: starts a database server and a gateway, and crashes the first.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { until } from '../../../sql/test/support/until.ts';
import {
  hasPostgres,
  NO_POSTGRES,
  startPostgres,
  type PostgresServer,
} from '../../../sql/test/support/postgres-server.ts';
import { createDeployment, type Deployment } from '../support/deployment.ts';
import { askForImage, askForModels, lookAt } from '../support/requests.ts';
import type { ServerProcess } from '../support/server-process.ts';

const skip = hasPostgres() ? false : NO_POSTGRES;

describe('model-gateway serve while PostgreSQL is away', { skip }, () => {
  let postgres: PostgresServer | undefined;
  let deployment: Deployment;
  let server: ServerProcess;
  before(async () => {
    postgres = await startPostgres();
    const database = new URL((await postgres?.createDatabase()) ?? '');
    // The server trusts local users, whatever their password.
    database.password = 'canary-database-password';
    deployment = await createDeployment({
      store: database.href,
      more: 'admin: { port: 0, readyGraceSeconds: 1 }\ncatalog: { public: true }',
    });
    server = await deployment.start();
  });
  after(async () => {
    await deployment[Symbol.asyncDispose]();
    postgres?.stop();
  });

  it('goes on with reads, refuses images at once, is not ready after the grace, and comes back', async (t) => {
    const control = postgres?.control;
    if (control === undefined) return t.skip('the server of a URL is not ours to crash');
    const { key } = deployment;
    const ready = async () => (await lookAt(deployment, server.adminUrl, '/readyz')).status;
    assert.equal((await askForImage(server.url, key)).status, 200);
    assert.equal(await ready(), 200);

    control.crash();
    assert.equal(await askForModels(server.url, key), 200);
    const refused = await askForImage(server.url, key);
    assert.equal(refused.status, 503);
    assert.match(refused.headers.get('retry-after') ?? '', /^\d+$/);
    deployment.evidence.push(await refused.text());
    assert.equal(await ready(), 200, 'within the grace');
    await until('the server not to be ready', async () => (await ready()) === 503);
    assert.equal(await askForModels(server.url, key), 200);
    assert.equal((await lookAt(deployment, server.adminUrl, '/healthz')).status, 200);
    const { text } = await lookAt(deployment, server.adminUrl, '/metrics');
    assert.match(text, /^gateway_store_errors_total\{kind="writes"\} [1-9]/m);

    control.start();
    await until('the server to be ready', async () => (await ready()) === 200);
    await until('images to be made', async () => {
      const response = await askForImage(server.url, key);
      deployment.evidence.push(await response.text());
      return response.status === 200;
    });
    await server.printed(/"msg":"store answers again"/);
    const account = await deployment.run('credits audit --account default');
    assert.deepEqual(
      { ...(account as object), balance: 'any', movements: 'any' },
      {
        account: 'default',
        balance: 'any',
        reserved: '0.00',
        movements: 'any',
        balanced: true,
      },
    );
  });

  it('says nothing secret meanwhile', async () => {
    server.signal('SIGTERM');
    assert.equal(await server.ended, 0);
    await deployment.expectNoSecrets();
  });
});
