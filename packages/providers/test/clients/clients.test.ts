// System: starts a server for each test, and loads every client that people use.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  createMemoryCreditLedger,
  type CreditLedger,
  type GatewayOptions,
} from '@model-gateway/core';
import { json, script, startFakeOpenAi } from '@model-gateway/providers/testing';
import {
  KEY,
  MANAGEMENT_KEY,
  MODEL,
  startChatGateway,
  type ChatGateway,
  type MainWire,
} from '../support/chat-gateway.ts';
import {
  CHAT_FRAMES,
  CONVERSE_FRAMES,
  GEMINI_FRAMES,
  MESSAGE_FRAMES,
  RESPONSES_FRAMES,
} from '../chat/frames.ts';
import { AI_SDK_ANTHROPIC, AI_SDK_COMPATIBLE, AI_SDK_OPENROUTER } from './ai-sdk.ts';
import { ANTHROPIC } from './anthropic.ts';
import { RESULT, type Client, type Reach } from './client.ts';
import { LANGCHAIN, LANGCHAIN_RESPONSES } from './langchain.ts';
import { OPENAI } from './openai.ts';
import { OPENAI_RESPONSES } from './openai-responses.ts';
import { OPENROUTER_SDK } from './openrouter-sdk.ts';

const CLIENTS: Readonly<Record<string, Client>> = {
  openai: OPENAI,
  '@openrouter/sdk': OPENROUTER_SDK,
  '@openrouter/ai-sdk-provider': AI_SDK_OPENROUTER,
  '@ai-sdk/openai-compatible': AI_SDK_COMPATIBLE,
  '@langchain/openai': LANGCHAIN,
  'openai, responses': OPENAI_RESPONSES,
  '@langchain/openai, useResponsesApi': LANGCHAIN_RESPONSES,
  '@anthropic-ai/sdk': ANTHROPIC,
  '@ai-sdk/anthropic': AI_SDK_ANTHROPIC,
};

/** The wires of upstreams, each with the beginning of a text. */
const UPSTREAMS: readonly (readonly [wire: MainWire, HELLO: string])[] = [
  ['openai-chat', CHAT_FRAMES.saying('Hel')],
  ['openai-responses', RESPONSES_FRAMES.saying('Hel')],
  ['anthropic', MESSAGE_FRAMES.saying('Hel')],
  ['bedrock', CONVERSE_FRAMES.saying('Hel')],
  ['gemini', GEMINI_FRAMES.saying('Hel')],
];

const reachOf = ({ baseURL }: ChatGateway) => ({ baseURL, apiKey: KEY, model: MODEL });

/** What the fake counts, at the model's prices: 5 fresh and 4 cached tokens of input, 5 of output. */
const COST = 0.000052;

/** A token of input and one of output: "Hi" and "Hel", which nobody counted. */
const TAKEN = 0.00001;

function assertCharged(scene: ChatGateway, usd: number): void {
  assert.ok(Math.abs(scene.charged() - usd) < 1e-9, `charged ${scene.charged()}`);
}

interface Refusal extends Partial<Reach> {
  /** What OpenAI answers with. */
  readonly upstream?: number;
  readonly inference?: GatewayOptions['inference'];
}

/** Why a request has no answer, by the status that its client sees. */
const REFUSALS: Readonly<Record<number, readonly [what: string, refusal: Refusal]>> = {
  400: ['the provider refuses the content', { upstream: 400 }],
  401: ['the key is unknown', { apiKey: 'mg-v1-stranger' }],
  402: ['nothing is left', { inference: { ledger: createMemoryCreditLedger({ account: '0' }) } }],
  403: ['the key is of another kind', { apiKey: MANAGEMENT_KEY }],
  404: ['there is no such model', { model: 'acme/none' }],
  413: ['the provider takes no request so large', { upstream: 413 }],
  429: ['the provider is asked too often', { upstream: 429 }],
  500: ['the gateway has a bug', { inference: { ledger: brokenLedger() } }],
  502: ['the provider fails', { upstream: 500 }],
  524: ['the provider takes too long', { upstream: 504 }],
  529: ['the provider is busy', { upstream: 503 }],
};

function brokenLedger(): CreditLedger {
  const broken = () => Promise.reject(new Error('a bug'));
  return { reserve: broken, settle: broken, release: broken };
}

const CASES = Object.entries(CLIENTS).flatMap(([name, client]) =>
  UPSTREAMS.map(([wire, HELLO]) => ({ name, client, wire, HELLO })),
);

for (const { name, client, wire, HELLO } of CASES) {
  describe(`${name}, with a gateway over ${wire}`, () => {
    it('reads a whole answer', async () => {
      await using scene = await startChatGateway({ wire });
      const said = await client.whole(reachOf(scene), 'Grüße 🌍');
      assert.deepEqual(said, { text: 'You said: Grüße 🌍', tokens: 14 });
      assertCharged(scene, COST);
    });

    it('reads a stream, with its counts', async () => {
      await using scene = await startChatGateway({ wire });
      const said = await client.streamed(reachOf(scene), 'Grüße 🌍');
      assert.deepEqual(said, { text: 'You said: Grüße 🌍', tokens: 14 });
      assertCharged(scene, COST);
    });

    for (const stream of [false, true]) {
      it(`runs a tool, ${stream ? 'streamed' : 'whole'}`, async () => {
        await using scene = await startChatGateway({ wire });
        const { text, ...call } = await client.loop(reachOf(scene), { stream });
        assert.deepEqual(call, { name: 'weather', input: { city: 'demo' } });
        assert.equal(text, 'You said: Weather?');
        const sent = JSON.stringify(scene.fake.requests.at(-1)?.request.json());
        assert.ok(sent.includes(RESULT), sent);
      });
    }

    it('reads an answer that fits a schema', async () => {
      await using scene = await startChatGateway({ wire });
      assert.deepEqual(await client.structured(reachOf(scene)), { city: 'demo' });
    });

    it('ends the call upstream when it leaves', async () => {
      await using scene = await startChatGateway({ wire });
      scene.fake.fail('submit', script([Buffer.from(HELLO, 'latin1'), 'pause']));
      const controller = new AbortController();
      await client.abort(reachOf(scene), controller).catch(() => {});
      assert.ok(controller.signal.aborted);
      await scene.fake.allClosed();
      await scene.gateway.settled();
      assert.deepEqual(scene.errors, []);
      assertCharged(scene, TAKEN);
    });

    // What a client makes of an error does not depend on who answers.
    for (const [status, [what, refusal]] of Object.entries(
      wire === 'openai-chat' ? REFUSALS : {},
    )) {
      it(`throws ${status} before the answer: ${what}`, async () => {
        const { upstream, inference, ...reach } = refusal;
        await using scene = await startChatGateway({ wire, ...(inference && { inference }) });
        if (upstream !== undefined) {
          const error = { message: 'No', code: 'content_policy_violation' };
          scene.fake.fail('submit', json({ error: upstream === 400 ? error : {} }, upstream));
        }
        assert.equal(await client.refused({ ...reachOf(scene), ...reach }), Number(status));
        assertCharged(scene, 0);
      });
    }

    it('tells an error in the stream, behind what came before it', async () => {
      await using scene = await startChatGateway({ wire });
      scene.fake.fail('submit', script([Buffer.from(HELLO, 'latin1'), 'reset']));
      const { text, message } = await client.broken(reachOf(scene));
      assert.equal(text, 'Hel');
      if (client.ignoresFailures === true) assert.equal(message, '');
      else assert.match(message, /Provider returned error/);
      assertCharged(scene, TAKEN);
    });
  });
}

describe('the fake of OpenAI, judged by the official client', () => {
  const reach = ({ baseUrl, apiKey }: Awaited<ReturnType<typeof startFakeOpenAi>>) => ({
    baseURL: baseUrl,
    apiKey,
    model: 'gpt-4.1',
  });

  it('answers whole and streamed, calls a tool, and fills a schema', async () => {
    await using fake = await startFakeOpenAi();
    const said = { text: 'You said: Grüße 🌍', tokens: 14 };
    assert.deepEqual(await OPENAI.whole(reach(fake), 'Grüße 🌍'), said);
    assert.deepEqual(await OPENAI.streamed(reach(fake), 'Grüße 🌍'), said);
    for (const stream of [false, true]) {
      const { name, input } = await OPENAI.loop(reach(fake), { stream });
      assert.deepEqual([name, input], ['weather', { city: 'demo' }]);
    }
    assert.deepEqual(await OPENAI.structured(reach(fake)), { city: 'demo' });
  });

  it('fails before the answer and in it, and notices a client that leaves', async () => {
    await using fake = await startFakeOpenAi();
    const hello = CHAT_FRAMES.saying('Hel');
    fake.fail('submit', json({ error: { message: 'Slow down' } }, 429));
    assert.equal(await OPENAI.refused(reach(fake)), 429);
    fake.fail('submit', script([hello, 'data: {"error":{"message":"Oops"}}\n\n']));
    assert.deepEqual(await OPENAI.broken(reach(fake)), { text: 'Hel', message: 'Oops' });
    fake.fail('submit', script([hello, 'pause']));
    await OPENAI.abort(reach(fake), new AbortController());
    assert.equal(fake.requests.length, 3);
  });
});
