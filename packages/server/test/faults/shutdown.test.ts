// System: starts servers and waits for them.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { until } from '../../../sql/test/support/until.ts';
import { describeWithPostgres } from '../../../sql/test/support/with-postgres.ts';
import { createDeployment, HOUR_MS, PASSES_HOURS } from '../support/deployment.ts';
import { aHeldStream } from '../support/held-stream.ts';
import { askForImage, askForModels, lookAt } from '../support/requests.ts';

const STREAMS = 50;
const CALLERS = 4;

it(`SIGTERM under load with ${STREAMS} streams open: every request completes, all telemetry arrives, exit 0`, async () => {
  await using deployment = await createDeployment({
    more: `server: { shutdownDelayMs: ${HOUR_MS}, drainTimeoutMs: 20000 }\nadmin: { port: 0 }`,
  });
  const { key, openai, receiver } = deployment;
  const server = await deployment.start({ flags: PASSES_HOURS });
  openai.hold();
  const responses = await Promise.all(
    Array.from({ length: STREAMS }, () => askForImage(server.url, key, { stream: true })),
  );
  await until('every stream to be open', () => openai.held === STREAMS);

  // As behind a balancer: it sends requests until the server says that it is not ready.
  const balancer = { sends: true };
  const statuses: number[] = [];
  const callers = Array.from({ length: CALLERS }, async () => {
    while (balancer.sends) statuses.push(await askForModels(server.url, key));
  });
  await until('some load', () => statuses.length > 20);
  server.signal('SIGTERM');
  await until('the server not to be ready', async () => {
    const { status, text } = await lookAt(deployment, server.adminUrl, '/readyz');
    return status === 503 && text.includes('stopping');
  });
  balancer.sends = false;
  await Promise.all(callers);
  assert.deepEqual(new Set(statuses), new Set([200]));

  server.signal('SIGUSR2');
  await until('new connections to be refused', async () => {
    const refused = await askForModels(server.url, key).catch(() => 'refused');
    return refused === 'refused';
  });
  openai.release();
  const texts = await Promise.all(responses.map((response) => response.text()));
  const whole = texts.filter((text) => text.includes('image_generation.completed'));
  assert.equal(whole.length, STREAMS);
  assert.equal(await server.ended, 0);
  assert.equal(receiver.spans, STREAMS);
  assert.match(
    server.output(),
    new RegExp(`"sent":${STREAMS},"stored":0,"lost":0,"msg":"telemetry flushed"`),
  );
  assert.deepEqual(await audit(deployment), { reserved: '0.00', balanced: true });
  await deployment.expectNoSecrets();
});

it('a stream that outlasts drainTimeoutMs is cut, and its credits are freed, exit 0', async () => {
  await using deployment = await createDeployment({ more: 'server: { drainTimeoutMs: 200 }' });
  const server = await deployment.start();
  const response = await aHeldStream(deployment, server.url);
  server.signal('SIGTERM');
  await assert.rejects(response.text());
  assert.equal(await server.ended, 0);
  assert.deepEqual(await audit(deployment), { reserved: '0.00', balanced: true });
  await deployment.expectNoSecrets();
});

it('SIGHUP while the server drains cuts nothing, exit 0', async () => {
  await using deployment = await createDeployment();
  const { key, openai } = deployment;
  const server = await deployment.start();
  const response = await aHeldStream(deployment, server.url);
  server.signal('SIGTERM');
  await server.printed(/"msg":"stopping"/);
  server.signal('SIGHUP');
  await until('new connections to be refused', async () => {
    const refused = await askForModels(server.url, key).catch(() => 'refused');
    return refused === 'refused';
  });
  openai.release();
  assert.match(await response.text(), /image_generation\.completed/);
  assert.equal(await server.ended, 0);
});

it('a second signal ends the server at once, exit 0', async () => {
  await using deployment = await createDeployment({ more: 'server: { drainTimeoutMs: 60000 }' });
  const { key } = deployment;
  const server = await deployment.start();
  const response = await aHeldStream(deployment, server.url);
  server.signal('SIGTERM');
  await until('new connections to be refused', async () => {
    const refused = await askForModels(server.url, key).catch(() => 'refused');
    return refused === 'refused';
  });
  server.signal('SIGTERM');
  await assert.rejects(response.text());
  assert.equal(await server.ended, 0);
});

describeWithPostgres('a server whose store has connections to close', (postgres) => {
  it('ends when it is stopped while a new configuration is read, exit 0', async () => {
    await using deployment = await createDeployment({ store: await postgres().createDatabase() });
    const server = await deployment.start();
    server.signal('SIGHUP');
    server.signal('SIGTERM');
    assert.equal(await server.ended, 0);
  });
});

/** What the default account has reserved, and whether its movements add up. */
async function audit(deployment: {
  run(words: string): Promise<unknown>;
}): Promise<{ reserved: unknown; balanced: unknown }> {
  const found = (await deployment.run('credits audit --account default')) as {
    reserved: unknown;
    balanced: unknown;
  };
  return { reserved: found.reserved, balanced: found.balanced };
}
