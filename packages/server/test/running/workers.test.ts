// System: starts servers and waits for them.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { it } from 'node:test';
import { until } from '../../../sql/test/support/until.ts';
import { command } from '../support/command.ts';
import { askForImage, askUnder } from '../support/requests.ts';
import { failedStart, startServer } from '../support/server-process.ts';

it('workers share a port, one that is killed is replaced, and all end with 0 at SIGTERM', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'model-gateway-server-'));
  t.after(() => rm(folder, { recursive: true }));
  const { inference } = JSON.parse((await command(folder, ['init', '--json'])).out);
  // Nothing listens there.
  const origin = 'http://127.0.0.1:9';
  const unreachable = [{ kind: 'openai', apiKey: 'canary', baseUrl: `${origin}/v1` }];
  const server = await startServer(folder, ['--workers', '2'], {
    MODEL_GATEWAY_PROVIDERS: JSON.stringify(unreachable),
    MODEL_GATEWAY_EGRESS__ALLOW_ORIGINS: JSON.stringify([origin]),
    MODEL_GATEWAY_INFERENCE__BREAKER__FAILURES: '1',
  });
  t.after(() => server.signal('SIGKILL'));
  // Both listen.
  await server.printed(/"msg":"listening on [^]*"msg":"listening on /);
  const statuses = async () => {
    const asked = Array.from({ length: 20 }, async () => {
      const headers = { authorization: `Bearer ${inference}`, connection: 'close' };
      const response = await fetch(`${server.url}/models`, { headers });
      await response.arrayBuffer();
      return response.status;
    });
    return new Set(await Promise.all(asked));
  };
  assert.deepEqual(await statuses(), new Set([200]));
  const page = async (path: string) => (await fetch(`${server.adminUrl}${path}`)).text();
  assert.equal(await page('/readyz'), '{"status":"ok"}');
  assert.equal((await askUnder(server.adminUrl, 'evil.example')).status, 403);
  // A worker that does not answer the primary within a second is left out of its pages.
  const byWorker = async () => {
    const counts = (await page('/metrics')).matchAll(
      /^gateway_requests_total\{worker="([12])",route="\/models",method="GET",status="200",ending="complete"\} (\d+)$/gm,
    );
    return new Map([...counts].map(([, worker, count]) => [worker, Number(count)]));
  };
  // Requests are counted by the worker that answered them, and none is missing.
  let counts = new Map<string | undefined, number>();
  await until('both workers to say their counts', async () => {
    counts = await byWorker();
    return counts.size === 2;
  });
  assert.equal(
    [...counts.values()].reduce((sum, count) => sum + count),
    20,
  );

  assert.deepEqual(JSON.parse(await page('/breakers')), { data: [] });
  assert.equal((await askForImage(server.url, inference)).status, 502);
  await server.printed(/"egress":"unreachable","egressCode":"ECONNREFUSED"/);
  const breakers = async () => JSON.parse(await page('/breakers')).data;
  let [breaker, ...others] = await breakers();
  await until('the breaker', async () => {
    [breaker, ...others] = await breakers();
    return breaker !== undefined;
  });
  assert.deepEqual(others, []);
  assert.deepEqual([breaker.provider, breaker.state], ['openai', 'open']);
  assert.ok([1, 2].includes(breaker.worker));

  const [, pid] = /"worker":2,"pid":(\d+)/.exec(server.output()) ?? [];
  process.kill(Number(pid), 'SIGKILL');
  await server.printed(/"a worker ended"[^]*"msg":"listening on /);
  assert.deepEqual(await statuses(), new Set([200]));

  server.signal('SIGTERM');
  assert.equal(await server.ended, 0);
});

it('workers refuse a store in memory, which they cannot share', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'model-gateway-server-'));
  t.after(() => rm(folder, { recursive: true }));
  await writeFile(path.join(folder, 'model-gateway.yaml'), 'store: "sqlite::memory:"');
  assert.match(
    await failedStart(folder, ['--workers', '2']),
    /^it ended with 1:\nworkers need a store that processes share/,
  );
});

it('workers that cannot start end the command with 1', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'model-gateway-server-'));
  t.after(() => rm(folder, { recursive: true }));
  await writeFile(path.join(folder, 'model-gateway.yaml'), 'store: postgres://127.0.0.1:9/none');
  assert.match(await failedStart(folder, ['--workers', '2']), /^it ended with 1:/);
});
