// System, long: starts processes that are killed.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { systemClock } from '@model-gateway/core';
import { createGuardedHttpClient } from '@model-gateway/egress';
import { openStores } from '@model-gateway/sql';
import { createForwarder } from '@model-gateway/telemetry';
import { bundledProgram } from '../../../repo-tools/src/tests/bundled-program.ts';
import { allowOrigins } from '../../src/egress-rules.ts';

const PROGRAM = fileURLToPath(new URL('../support/forwarding-process.ts', import.meta.url));
const IS_LONG = process.env['MODEL_GATEWAY_LONG_TESTS'] === '1';
const TIMES = IS_LONG ? 20 : 2;
const LEASE_MS = 60_000;

/** Takes OTLP in JSON; ids of spans by trace, in the order of arrival. */
async function startReceiver() {
  const spans = new Map<string, string[]>();
  let isHealthy = true;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const ids = text.matchAll(/"traceId":"(\w+)","spanId":"(\w+)"/g);
      for (const [, trace = '', span = ''] of ids) {
        spans.set(trace, [...(spans.get(trace) ?? []), span]);
      }
      // It may have kept what it complains about.
      response.writeHead(isHealthy ? 200 : 503).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // Listening on a TCP port, so the address is one.
  const { port } = server.address() as AddressInfo;
  return {
    spans,
    origin: `http://127.0.0.1:${port}`,
    setHealthy: (value: boolean) => {
      isHealthy = value;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const folder = mkdtempSync(path.join(tmpdir(), 'model-gateway-outbox-'));
let receiver: Awaited<ReturnType<typeof startReceiver>>;

before(async () => {
  receiver = await startReceiver();
});
after(() => {
  receiver.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Lets a process forward until the outbox has acknowledged this much, and kills it. */
async function killed(location: string, workspaceId: string, appends: number): Promise<string[]> {
  const { file, env } = bundledProgram(PROGRAM);
  const child = spawn(
    process.execPath,
    ['--no-warnings', file, location, receiver.origin, workspaceId],
    { stdio: ['ignore', 'pipe', 'inherit'], env },
  );
  const lines: string[] = [];
  const reading = createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line);
    if (lines.length === appends) child.kill('SIGKILL');
  });
  await Promise.all([once(child, 'exit'), once(reading, 'close')]);
  return lines.flatMap((line) => line.split(' '));
}

it(`delivers every record that the outbox acknowledged before a kill -9, ${TIMES} times`, async () => {
  const location = `sqlite:${folder}/gateway.db`;
  const stores = await openStores(location, { busyTimeoutMs: 60_000 });
  const workspace = await stores.admin.workspaces.create({ name: 'w', accountId: 'org_1' });
  await stores.admin.destinations.create({
    accountId: 'org_1',
    workspaceId: workspace.id,
    name: 'Hook',
    type: 'webhook',
    config: { url: `${receiver.origin}/in` },
  });
  const acknowledged: string[] = [];
  for (let time = 0; time < TIMES; time++) {
    // Now and then it gets something through before it dies.
    receiver.setHealthy(time % 2 === 1);
    acknowledged.push(...(await killed(location, workspace.id, 5 + (time % 5) * 37)));
  }
  receiver.setHealthy(true);
  const http = createGuardedHttpClient({ allow: allowOrigins([receiver.origin]) });
  const heir = createForwarder({
    destinations: stores.stores.destinations,
    http,
    outbox: stores.outbox,
    // The leases of the dead are over.
    clock: { ...systemClock, now: () => systemClock.now() + LEASE_MS + 1000 },
  });
  const missing = () => acknowledged.filter((trace) => !receiver.spans.has(trace));
  const start = systemClock.now();
  while (missing().length > 0 && systemClock.now() - start < 60_000) {
    await heir.flush();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await heir.close();
  await http.close();
  await stores.close();
  assert.ok(acknowledged.length > TIMES);
  assert.deepEqual(missing(), []);
  for (const [trace, spans] of receiver.spans) {
    assert.equal(new Set(spans).size, 1, `the record ${trace} came with other ids`);
  }
});
