import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  createApiKey,
  createGateway,
  createMemoryKeyStore,
  createMemoryModelStore,
  type GatewayHandler,
} from '@model-gateway/core';
import { encodeResponse } from '@model-gateway/core/http';
import { demo } from '@model-gateway/providers/demo';
import { createRequestLog, createRequestMetrics } from '@model-gateway/server';
import { pino } from 'pino';

const KEY = 'mg-v1-mounted';

/** A gateway that a host put together over stores in memory, counted and logged as the server's. */
function mounted() {
  const provider = demo();
  const metrics = createRequestMetrics({ providers: [provider] });
  const lines: Record<string, unknown>[] = [];
  const logger = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const gateway = createGateway({
    stores: {
      models: createMemoryModelStore(provider.catalog),
      keys: createMemoryKeyStore([createApiKey(KEY)]),
    },
    providers: [provider],
    observers: [metrics.observer, createRequestLog(logger)],
  });
  return { gateway, metrics, lines };
}

async function answer(handle: GatewayHandler, method: string, path: string, value?: object) {
  const response = await handle({
    method,
    path,
    search: '',
    mount: '',
    headers: { authorization: `Bearer ${KEY}` },
    body: value === undefined ? { kind: 'none' } : { kind: 'parsed', value },
  });
  if (response === undefined) return undefined;
  const { status } = response;
  return { status, text: Buffer.concat(encodeResponse(response).parts).toString() };
}

it('requests of a gateway that a host mounts are counted and logged', async () => {
  const { gateway, metrics, lines } = mounted();
  const body = { model: 'demo/echo', messages: [{ role: 'user', content: 'a secret prompt' }] };
  const talked = await answer(gateway.handle, 'POST', '/chat/completions', body);
  assert.equal(talked?.status, 200);

  const page = await answer(metrics.handle, 'GET', '/metrics');
  assert.equal(page?.status, 200);
  const asked = 'operation="createChatCompletion",provider="demo"';
  for (const sample of [
    'gateway_requests_total{route="/chat/completions",method="POST",status="200",ending="complete"} 1',
    `gateway_attempts_total{${asked},outcome="succeeded"} 1`,
    `gateway_attempts_total{${asked},outcome="credential"} 0`,
    'gateway_credits_charged_usd_total{provider="demo"} 0',
  ]) {
    assert.ok(page.text.includes(`\n${sample}\n`), sample);
  }
  assert.match(page.text, /^process_cpu_seconds_total [\d.]+$/m);
  // What only a server that opened its own stores can know.
  assert.doesNotMatch(page.text, /gateway_store_errors|gateway_catalog_models/);

  assert.deepEqual(
    lines.map(({ operation, status, model, provider }) => ({ operation, status, model, provider })),
    [{ operation: 'createChatCompletion', status: 200, model: 'demo/echo', provider: 'demo' }],
  );
  assert.doesNotMatch(page.text + JSON.stringify(lines), new RegExp(`secret|${KEY}`));
});

it('a scrape is GET or HEAD of /metrics, and all else is the host’s', async () => {
  const { metrics } = mounted();
  assert.equal((await answer(metrics.handle, 'HEAD', '/metrics'))?.status, 200);
  assert.equal(await answer(metrics.handle, 'POST', '/metrics'), undefined);
  assert.equal(await answer(metrics.handle, 'GET', '/metric'), undefined);
});

it('options and loggers of the wrong kind are refused', () => {
  // @ts-expect-error: the name of the option is wrong.
  assert.throws(() => createRequestMetrics({ provider: [] }), {
    name: 'TypeError',
    message: /createRequestMetrics.*provider/,
  });
  // @ts-expect-error: no logger.
  assert.throws(() => createRequestLog({ info() {} }), {
    name: 'TypeError',
    message: /createRequestLog.*pino/,
  });
});
