import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { describe, it } from 'node:test';
import { createMemoryCreditLedger, type Provider } from '@model-gateway/core';
import {
  encodeResponse,
  type GatewayRequest,
  type GatewayResponse,
} from '@model-gateway/core/http';
import { aRequest, bearer } from '../builders.ts';
import {
  ACCOUNT,
  aChatGateway,
  answered,
  aTalker,
  chunksOf,
  hangs,
  MODEL,
  says,
  settled,
  type Scene,
} from './chat-builders.ts';

/* What every dialect does alike: when nothing comes, and when its client leaves. Source: contract §12.9. */

interface Spoken {
  readonly path: string;
  readonly body: object;
  /** What keeps a silent stream open. */
  readonly keepAlive: string;
  /** The end of a stream that broke, and what never stands in it. */
  readonly broken: RegExp;
  readonly never: RegExp;
  /** The end of a whole stream. */
  readonly whole: RegExp;
  /** The header that asks for beta features, and the member that gives reasoning a budget. */
  readonly betas: string;
  readonly budget: string;
}

const MESSAGES = [{ role: 'user', content: 'Hi' }];
const DIALECTS: readonly Spoken[] = [
  {
    path: '/chat/completions',
    body: { messages: MESSAGES },
    keepAlive: ': keep-alive\n\n',
    broken: /"finish_reason":"error".*"code":524[^\n]*\n\ndata: \[DONE\]\n\n$/s,
    never: /"finish_reason":"stop"/,
    whole: /"finish_reason":"stop".*data: \[DONE\]\n\n$/s,
    betas: 'x-anthropic-beta',
    budget: 'reasoning.max_tokens',
  },
  {
    path: '/messages',
    body: { messages: MESSAGES, max_tokens: 50 },
    keepAlive: 'event: ping\ndata: {"type":"ping"}\n\n',
    broken: /event: error\ndata: \{"type":"error","error":\{"type":"timeout_error"[^\n]*\n\n$/,
    never: /message_stop/,
    whole: /event: message_stop\ndata: [^\n]*\n\n$/,
    betas: 'anthropic-beta',
    budget: 'thinking.budget_tokens',
  },
  {
    path: '/responses',
    body: { input: 'Hi' },
    keepAlive: ': keep-alive\n\n',
    broken: /event: response\.failed\ndata: [^\n]*\n\n$/,
    never: /response\.completed/,
    whole: /event: response\.completed\ndata: [^\n]*\n\n$/,
    betas: 'x-anthropic-beta',
    budget: 'reasoning.max_tokens',
  },
];

async function send(
  { gateway }: Pick<Scene, 'gateway'>,
  { path, body }: Spoken,
  more: object = {},
  given: Partial<GatewayRequest> = {},
): Promise<GatewayResponse> {
  const value = { model: MODEL, ...body, ...more };
  const request = { method: 'POST', headers: bearer(), body: { kind: 'parsed', value } } as const;
  const response = await gateway.handle(aRequest(path, { ...request, ...given }));
  assert.ok(response);
  return response;
}

/** Nothing runs, waits or is reserved any more. */
async function isQuiet(scene: Scene, talker: { readonly running: number }): Promise<void> {
  await settled();
  assert.equal(talker.running, 0);
  assert.equal(scene.clock.waiting, 0, 'timers are left');
  assert.deepEqual(scene.errors, []);
}

for (const spoken of DIALECTS) {
  it(`reports what was left out by the names that ${spoken.path} has for it`, async () => {
    const talker = aTalker('one');
    const warned: Provider = {
      ...talker,
      chat: {
        endpoint: (model) => talker.chat?.endpoint(model),
        async answer(job, context) {
          const answer = await talker.chat?.answer(job, context);
          assert.ok(answer);
          const warnings = [{ parameter: 'reasoning.max_tokens', note: 'clamped:1024' }];
          return { ...answer, warnings };
        },
      },
    };
    const scene = aChatGateway([warned]);
    const headers = { ...bearer(), [spoken.betas]: 'new-2026' };
    const response = await send(scene, spoken, {}, { headers });
    assert.equal(
      response.headers['x-gateway-warnings'],
      `${spoken.betas}=ignored, ${spoken.budget}=clamped:1024`,
    );
  });

  describe(`a stream of ${spoken.path}`, () => {
    it('is a text for adapters that take one, the same as its bytes, and is watched alike', async () => {
      const read = async (form: 'bytes' | 'text') => {
        const scene = aChatGateway([aTalker('one', says(['Žižek', ' 🦊']))]);
        const { steps } = encodeResponse(
          await send(scene, spoken, { stream: true }),
          form as 'text',
        );
        const parts: (Uint8Array | string)[] = [];
        for await (const step of steps ?? assert.fail()) parts.push(...step);
        return { parts, endings: scene.records.map(({ ending }) => ending) };
      };
      const [bytes, text] = [await read('bytes'), await read('text')];
      assert.ok(bytes.parts.every((part) => typeof part !== 'string'));
      assert.ok(text.parts.every((part) => typeof part === 'string'));
      assert.deepEqual(text.parts, bytes.parts.map(String));
      assert.deepEqual([text.endings, bytes.endings], [['complete'], ['complete']]);
    });

    it('is kept open while nothing comes, and fails when that lasts', async () => {
      const talker = aTalker('one', hangs(['Hel']));
      const scene = aChatGateway([talker]);
      const response = await send(scene, spoken, { stream: true });
      const { value: chunks, waitedMs } = await answered(scene, chunksOf(response));
      const text = chunks.join('');
      assert.equal(chunks.filter((chunk) => chunk === spoken.keepAlive).length, 7);
      assert.match(text, spoken.broken);
      assert.doesNotMatch(text, spoken.never);
      assert.match(text, /Hel/);
      assert.ok(waitedMs >= 120_000 && waitedMs < 123_000);
      await isQuiet(scene, talker);
    });

    it('gives up on a provider that only pings', async () => {
      const talker = aTalker('one', async function* (_job, { signal, progress }) {
        while (!signal.aborted) {
          progress();
          yield [];
          await settled();
        }
      });
      const scene = aChatGateway([talker]);
      const { value: response, waitedMs: begun } = await answered(
        scene,
        send(scene, spoken, { stream: true }),
      );
      assert.equal(begun, 15_000);
      const { value: chunks, waitedMs } = await answered(scene, chunksOf(response));
      assert.ok(begun + waitedMs >= 300_000 && begun + waitedMs < 303_000);
      assert.match(chunks.join(''), spoken.broken);
      await isQuiet(scene, talker);
    });

    it('is whole, is not kept by proxies, and has its end once', async () => {
      const response = await send(aChatGateway([aTalker('one')]), spoken, { stream: true });
      const text = (await chunksOf(response)).join('');
      assert.match(text, spoken.whole);
      assert.ok(response.body.kind === 'stream');
      assert.equal(response.body.contentType, 'text/event-stream; charset=utf-8');
      assert.equal(response.headers['content-length'], undefined);
    });

    it('comes word by word: each is there before the next is made', async () => {
      const made: string[] = [];
      const talker = aTalker('one', async function* (job, context) {
        for await (const parts of says(['one', 'two', 'three'])(job, context)) {
          made.push(...parts.flatMap((part) => (part.type === 'delta' ? part.text : [])));
          yield parts;
        }
      });
      const response = await send(aChatGateway([talker]), spoken, { stream: true });
      assert.ok(response.body.kind === 'stream');
      const seen: string[] = [];
      for await (const chunk of response.body.chunks) {
        const text = Buffer.from(chunk).toString();
        const next = ['one', 'two', 'three'][seen.length] ?? 'none';
        if (!text.includes(`"${next}"`)) continue;
        seen.push(next);
        assert.deepEqual(made, seen);
      }
      assert.deepEqual(seen, ['one', 'two', 'three']);
    });
  });

  describe(`a client of ${spoken.path} that leaves`, () => {
    for (const [when, words, stream] of [
      ['before the first byte of a stream', [], true],
      ['before a whole answer', [], false],
      ['in a whole answer', ['Hel'], false],
    ] as const) {
      it(`${when} ends the call at once and pays nothing`, async () => {
        const talker = aTalker('one', hangs(words));
        const scene = aChatGateway([talker]);
        const client = new AbortController();
        const response = send(scene, spoken, { stream }, { signal: client.signal });
        await settled();
        assert.equal(talker.running, 1);
        client.abort(new Error('the client left'));
        await response;
        await isQuiet(scene, talker);
        assert.equal(scene.ledger.balanceOf(ACCOUNT), '10');
      });
    }

    it('in a stream ends the call at once and pays what it took', async () => {
      const talker = aTalker('one', hangs(['Hel']));
      const scene = aChatGateway([talker]);
      const response = await send(scene, spoken, { stream: true });
      assert.ok(response.body.kind === 'stream');
      const chunks = response.body.chunks[Symbol.asyncIterator]();
      for (let text = ''; !text.includes('Hel');) {
        const { value } = await chunks.next();
        text += Buffer.from(value ?? []).toString();
      }
      await chunks.return?.();
      await isQuiet(scene, talker);
      assert.notEqual(scene.ledger.balanceOf(ACCOUNT), '10');
    });

    it('leaves nothing behind, 1,000 times', async () => {
      const talker = aTalker('one', hangs(['Hel']));
      const ledger = createMemoryCreditLedger({ [ACCOUNT]: '1000' });
      const scene = aChatGateway([talker], { ledger });
      const client = new AbortController();
      for (let times = 0; times < 1000; times++) {
        const response = await send(scene, spoken, { stream: true }, { signal: client.signal });
        assert.ok(response.body.kind === 'stream');
        const chunks = response.body.chunks[Symbol.asyncIterator]();
        await chunks.next();
        await chunks.return?.();
      }
      await isQuiet(scene, talker);
      assert.equal(talker.jobs.length, 1000);
      assert.equal(ledger.balances()[ACCOUNT], ledger.balanceOf(ACCOUNT), 'something is reserved');
      assert.deepEqual(getEventListeners(client.signal, 'abort'), []);
    });
  });
}
