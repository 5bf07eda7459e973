// System: kills a worker under load; workers.test.ts is the short one.
import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import path from 'node:path';
import { it } from 'node:test';
import { until } from '../../../sql/test/support/until.ts';
import { createDeployment, type Deployment } from '../support/deployment.ts';
import { askForImage, askForModels } from '../support/requests.ts';
import type { ServerProcess } from '../support/server-process.ts';

const STREAMS = 20;

it('a worker killed with -9 fails its own requests only, is replaced, and its credits are freed', async () => {
  await using deployment = await createDeployment();
  const { key, openai } = deployment;
  const server = await deployment.start({ args: ['--workers', '2'] });
  await server.printed(/"msg":"listening on [^]*"msg":"listening on /);

  openai.hold();
  let cut = 0;
  const outcomes = Array.from({ length: STREAMS }, async () => {
    const text = await askForImage(server.url, key, { stream: true })
      .then((response) => response.text())
      .catch(() => 'cut');
    if (text.includes('image_generation.completed')) return 'whole';
    cut++;
    return 'cut';
  });
  await until('every stream to be open', () => openai.held === STREAMS);
  process.kill(pidOfWorker(server, 2), 'SIGKILL');
  await server.printed(/"a worker ended"[^]*"msg":"listening on /);
  await until('the provider to notice', () => cut > 0 && openai.held === STREAMS - cut);
  const lost = cut;
  openai.release();

  const whole = (await Promise.all(outcomes)).filter((outcome) => outcome === 'whole');
  assert.ok(lost < STREAMS, 'all are lost');
  assert.equal(whole.length, STREAMS - lost);
  assert.equal(await askForModels(server.url, key), 200);

  assert.notEqual(await reserved(deployment), '0.00');
  server.signal('SIGTERM');
  assert.equal(await server.ended, 0);
  // Not earlier: the worker that is left sweeps, too.
  letReservationsExpire(deployment);
  // The first sweep of a process is soon after its start, later ones each minute.
  const next = await deployment.start();
  await next.printed(new RegExp(`"count":${lost},"msg":"credits reserved by dead processes`));
  assert.equal(await reserved(deployment), '0.00');
  await deployment.expectNoSecrets();
});

function pidOfWorker(server: ServerProcess, worker: number): number {
  const [, pid] = new RegExp(`"worker":${worker},"pid":(\\d+)`).exec(server.output()) ?? [];
  return Number(pid);
}

async function reserved(deployment: Deployment): Promise<unknown> {
  const account = (await deployment.run('credits audit --account default')) as {
    reserved: unknown;
    balanced: unknown;
  };
  assert.equal(account.balanced, true);
  return account.reserved;
}

/** As if the quarter of an hour were over that a reservation lasts. */
function letReservationsExpire({ folder }: Deployment): void {
  const database = new DatabaseSync(path.join(folder, 'gateway.db'));
  database.exec('update mg_reservations set expires_ms = 0');
  database.close();
}
