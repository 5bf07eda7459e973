import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  createApiKey,
  createGateway,
  createMemoryCreditLedger,
  createMemoryKeyStore,
  createMemoryModelStore,
  type HttpClient,
} from '@model-gateway/core';
import { openai } from '@model-gateway/providers/openai';
import { SkippingClock } from '../support/skipping-clock.ts';

/* Servers that stream although a whole answer was asked for, and go on behind its end. */

const MODEL = 'openai/gpt-4.1';
const BEGUN = event({ choices: [{ index: 0, delta: { content: 'Hi' } }] });
const ENDED =
  event({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }) +
  event({ choices: [], usage: { prompt_tokens: 10, completion_tokens: 2 } }) +
  'data: [DONE]\n\n';

function event(chunk: object): string {
  return `data: ${JSON.stringify({ id: 'c', ...chunk })}\n\n`;
}

/** A gateway over a client whose bodies are generators, which wait for the next read until aborted. */
function sceneOf(...texts: readonly string[]) {
  const clock = new SkippingClock();
  const ledger = createMemoryCreditLedger({ account: '1' });
  let open = 0;
  const http: HttpClient = async ({ headers, signal }) => {
    assert.equal(headers?.['accept'], 'application/json');
    const body = (async function* () {
      open++;
      try {
        for (const text of texts) yield Buffer.from(text);
        await once(signal, 'abort');
        throw signal.reason;
      } finally {
        open--;
      }
    })();
    return { status: 200, headers: { 'content-type': 'text/event-stream' }, body };
  };
  const provider = openai({ apiKey: 'sk-test-made-up', http, clock });
  const gateway = createGateway({
    clock,
    providers: [provider],
    inference: { ledger, http },
    stores: {
      models: createMemoryModelStore(provider.catalog),
      keys: createMemoryKeyStore([createApiKey('a-key', { creditAccountId: 'account' })]),
    },
  });
  const settled = async () => {
    for (let turn = 0; turn < 20; turn++) await nextTurn();
  };
  return {
    clock,
    settled,
    ask: (signal?: AbortSignal) =>
      gateway.handle({
        method: 'POST',
        path: '/chat/completions',
        search: '',
        mount: '/v1',
        headers: { authorization: 'Bearer a-key', 'content-type': 'application/json' },
        body: {
          kind: 'parsed',
          value: { model: MODEL, messages: [{ role: 'user', content: 'Hi' }] },
        },
        ...(signal && { signal }),
      }),
    /** How many bodies are being read. */
    open: () => open,
    charged: () => 1 - Number(ledger.balanceOf('account')),
  };
}

describe('a server that streams although it was not asked to', () => {
  it('answers, is paid for, and is left as soon as its answer is over', async () => {
    const scene = sceneOf(BEGUN, ENDED);
    const response = await scene.ask();
    await scene.settled();
    assert.equal(response?.status, 200);
    assert.match(JSON.stringify(response.body), /"content":"Hi"/);
    assert.ok(scene.charged() > 0);
    assert.deepEqual([scene.open(), scene.clock.waiting], [0, 0]);
  });

  it('is left when its client leaves, who pays nothing', async () => {
    const scene = sceneOf(BEGUN);
    const client = new AbortController();
    const asking = scene.ask(client.signal);
    await scene.settled();
    assert.equal(scene.open(), 1);
    client.abort();
    await asking;
    await scene.settled();
    assert.deepEqual([scene.open(), scene.clock.waiting, scene.charged()], [0, 0, 0]);
  });
});
