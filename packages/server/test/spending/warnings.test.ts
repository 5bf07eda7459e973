import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { it, type TestContext } from 'node:test';
import { createManualClock, type Clock } from '@model-gateway/core';
import { encodeResponse } from '@model-gateway/core/http';
import { openGateway, type ConfigInput } from '@model-gateway/server';
import { aKeyedPost, aRequest } from '../../../core/test/builders.ts';
import { createLogger } from '../../src/log/create-logger.ts';

const SECRET = 'a secret of this test';
const NOON = Date.UTC(2026, 0, 10, 12);
const PAUSE = 10_000;

interface Notice {
  readonly text: string;
  readonly signature: string;
  readonly type: string | undefined;
}

/** A provider that answers at once, whose answers cost 0.5 USD, and the receiver of a webhook. */
async function aMachine(t: TestContext) {
  const notices: Notice[] = [];
  const receive = async (req: IncomingMessage, res: ServerResponse) => {
    const body = await text(req);
    if (req.url === '/hook') {
      const { 'x-gateway-signature': signature, 'content-type': type } = req.headers;
      notices.push({ text: body, signature: String(signature), type });
      res.writeHead(204).end();
      server.emit('notice');
      return;
    }
    const message = { role: 'assistant', content: 'Hi' };
    const choices = [{ index: 0, message, finish_reason: 'stop' }];
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
    const answer = { id: '1', object: 'chat.completion', created: 1, model: 'quill' };
    res.writeHead(200, { 'content-type': 'application/json' });
    res.end(JSON.stringify({ ...answer, choices, usage }));
  };
  const server = createServer((req, res) => void receive(req, res));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  // A listening TCP server has an address object.
  const { port } = server.address() as AddressInfo;
  /** Resolves once this many notices came. */
  const received = async (count: number) => {
    while (notices.length < count) await once(server, 'notice');
  };
  return { notices, received, origin: `http://127.0.0.1:${port}` };
}

/** A gateway of its own process's making: what it logs, and a way to ask. */
async function aGateway(t: TestContext, store: string, origin: string, clock: Clock) {
  const config: ConfigInput = {
    store,
    credits: { required: false },
    egress: { allowOrigins: [origin] },
    spending: { webhook: { url: `${origin}/hook`, secret: { env: 'HOOK' } } },
    providers: [
      {
        kind: 'openai-compatible',
        profile: 'vllm',
        baseUrl: `${origin}/v1`,
        apiKey: { env: 'UPSTREAM' },
        models: {
          'acme/quill': {
            context: 8192,
            pricing: { prompt: '0', completion: '0', request: '0.5' },
          },
        },
      },
    ],
  };
  const lines: string[] = [];
  const output = { write: (line: string) => void lines.push(line) };
  const logger = createLogger({ level: 'info', format: 'json' }, output, clock);
  const gateway = await openGateway(config, {
    env: { HOOK: SECRET, UPSTREAM: 'k' },
    logger,
    clock,
  });
  t.after(() => gateway.close());
  await gateway.ready();
  const spend = async (key: string) => {
    const request = { model: 'acme/quill', messages: [{ role: 'user', content: 'Hi' }] };
    const response = await gateway.handle(
      aKeyedPost('/chat/completions', key, { ...request, max_tokens: 1 }, { mount: '' }),
    );
    assert.ok(response !== undefined);
    return response.status;
  };
  const warnings = () => lines.filter((line) => line.includes('of a spending limit is reached'));
  const counted = async () => {
    const headers = { host: 'localhost' };
    const page = await gateway.admin(aRequest('/metrics', { mount: '', headers }));
    assert.ok(page !== undefined);
    const text = Buffer.concat(encodeResponse(page).parts).toString();
    return [...text.matchAll(/^gateway_spending_warnings_total(.*) 1$/gm)].map(([, of]) => of);
  };
  return { gateway, lines, spend, warnings, counted };
}

it('two processes tell of a limit once, in a log, in a metric and to a webhook (contract §2.11)', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'mg-warnings-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const { notices, received, origin } = await aMachine(t);
  const clock = createManualClock(NOON);
  const store = `sqlite:${path.join(folder, 'gateway.db')}`;
  const one = await aGateway(t, store, origin, clock);
  const two = await aGateway(t, store, origin, clock);
  const { administration } = one.gateway;
  const { id: workspaceId } = await administration.workspaces.create({
    accountId: 'user_1',
    name: 'Default',
  });
  const { text: key, key: record } = await administration.keys.create({
    label: 'shop',
    userId: 'user_1',
    workspaceId,
    limits: { usd: '1', reset: 'daily' },
  });

  assert.equal(await one.spend(key), 200);
  clock.advance(PAUSE);
  await received(1);
  assert.equal(await two.spend(key), 200);
  // An orderly end tells what is still to be told.
  await two.gateway.close();
  assert.equal(notices.length, 3);
  assert.equal(await one.spend(key), 402);
  clock.advance(PAUSE);
  await one.gateway.close();

  const told = (percent: number, spent: string) => ({
    limit_of: 'key',
    id: record.hash,
    percent,
    limit_usd: '1',
    limit_reset: 'daily',
    spent_usd: spent,
    resets_at: '2026-01-11T00:00:00.000Z',
  });
  const sent = notices.map(({ text }) => JSON.parse(text) as { readonly percent: number });
  const type = 'spending.limit';
  assert.deepEqual(
    sent.toSorted((a, b) => a.percent - b.percent),
    [
      { type, at: '2026-01-10T12:00:10.000Z', ...told(50, '0.5') },
      { type, at: '2026-01-10T12:00:10.000Z', ...told(80, '1') },
      { type, at: '2026-01-10T12:00:10.000Z', ...told(100, '1') },
    ],
  );
  for (const { text, signature, type: media } of notices) {
    const [, seconds = ''] = /^t=(\d+),v1=/.exec(signature) ?? [];
    const digest = createHmac('sha256', SECRET).update(`${seconds}.${text}`).digest('hex');
    assert.equal(signature, `t=${seconds},v1=${digest}`);
    assert.equal(Number(seconds) * 1000, NOON + PAUSE);
    assert.equal(media, 'application/json');
  }
  assert.deepEqual([one.warnings().length, two.warnings().length], [1, 2]);
  assert.match(one.warnings()[0] ?? '', /"level":"warn".*"percent":50,"limit_usd":"1"/);
  assert.ok(![...one.lines, ...two.lines].join('').includes(SECRET));
  assert.deepEqual(await two.counted(), ['{of="key",percent="80"}', '{of="key",percent="100"}']);
});
