import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  BedrockRuntimeClient,
  ConverseCommand,
  ConverseStreamCommand,
  type ConverseCommandInput,
  type ContentBlock,
} from '@aws-sdk/client-bedrock-runtime';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { bedrock } from '@model-gateway/providers/bedrock';
import { json, startFakeBedrock, type FakeProvider } from '@model-gateway/providers/testing';
import { createGuardedHttpClient } from '@model-gateway/egress';
import { encodeConverse } from '../../src/wires/bedrock/encode.ts';
import { SkippingClock } from '../support/skipping-clock.ts';
import { contextOf, jobOf } from '../chat/subject.ts';
import { REQUESTS } from '../wires/anthropic/requests.ts';
import { BARE } from '../wires/blocks.ts';

const KEYS = 'AKIAFAKE:fake-secret';
const MODEL = 'global.anthropic.claude-opus-5';

/** The official client, which would speak HTTP/2 by itself. */
const clientOf = ({ baseUrl }: FakeProvider, secretAccessKey = 'fake-secret') =>
  new BedrockRuntimeClient({
    region: 'eu-central-1',
    endpoint: baseUrl,
    credentials: { accessKeyId: 'AKIAFAKE', secretAccessKey },
    requestHandler: new NodeHttpHandler(),
    maxAttempts: 1,
  });

const asking = (text: string): ConverseCommandInput => ({
  modelId: MODEL,
  messages: [{ role: 'user', content: [{ text }] }],
});
const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
const TOOLS = ['weather', 'clock'].map((name) => ({
  toolSpec: { name, inputSchema: { json: schema } },
}));

describe('the fake of Bedrock, judged by the official client', () => {
  it('answers whole, and takes back what was thought', async () => {
    await using fake = await startFakeBedrock({ apiKey: KEYS });
    const client = clientOf(fake);
    const question = asking('Weather? redact');
    const tools = { tools: TOOLS, toolChoice: { any: {} } };
    const { output, stopReason, usage } = await client.send(
      new ConverseCommand({ ...question, toolConfig: tools }),
    );
    assert.equal(stopReason, 'tool_use');
    assert.deepEqual([usage?.inputTokens, usage?.cacheReadInputTokens], [5, 4]);
    const content = output?.message?.content ?? [];
    const results = content.flatMap(({ toolUse }) =>
      toolUse ? [{ toolResult: { toolUseId: toolUse.toolUseId, content: [{ text: 'ok' }] } }] : [],
    );
    assert.equal(results.length, 2);
    const messages = [
      ...(question.messages ?? []),
      { role: 'assistant' as const, content },
      { role: 'user' as const, content: results },
    ];
    const after = { modelId: MODEL, messages, toolConfig: { tools: TOOLS } };
    const { stopReason: end } = await client.send(new ConverseCommand(after));
    assert.equal(end, 'end_turn');
    const other = { ...after, modelId: 'global.anthropic.claude-opus-4-8' };
    await assert.rejects(client.send(new ConverseCommand(other)), { name: 'ValidationException' });
  });

  it('streams what it answers whole', async () => {
    await using fake = await startFakeBedrock({ apiKey: KEYS });
    const { stream } = await clientOf(fake).send(new ConverseStreamCommand(asking('Grüße 🌍')));
    const types: string[] = [];
    let said = '';
    for await (const event of stream ?? []) {
      types.push(...Object.keys(event));
      said += event.contentBlockDelta?.delta?.text ?? '';
      if (event.metadata) assert.equal(event.metadata.usage?.outputTokens, 7);
    }
    assert.equal(said, 'You said: Grüße 🌍');
    assert.deepEqual([types[0], ...types.slice(-2)], ['messageStart', 'messageStop', 'metadata']);
  });

  it('refuses a wrong secret', async () => {
    await using fake = await startFakeBedrock({ apiKey: KEYS });
    await assert.rejects(clientOf(fake, 'wrong').send(new ConverseCommand(asking('Hi'))), {
      name: 'UnrecognizedClientException',
    });
  });
});

/** Bytes are texts on the wire. */
function revived(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(revived);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      typeof member === 'string' && (name === 'bytes' || name === 'redactedContent')
        ? Buffer.from(member, 'base64')
        : revived(member),
    ]),
  );
}

describe('requests to Bedrock, judged by the official client', () => {
  for (const [what, { request, upstream = 'claude-opus-5' }] of Object.entries(REQUESTS)) {
    it(`have no member that it does not know: ${what}`, async (context) => {
      const modelId = `global.anthropic.${upstream}`;
      let body: object;
      try {
        const told = { upstream: modelId, maxOutput: 32_000, options: {} };
        body = encodeConverse({ ...BARE, ...request }, told);
      } catch {
        return context.skip('is not sent');
      }
      await using fake = await startFakeBedrock({ apiKey: KEYS });
      // The client pads what is base64.
      const written: object = JSON.parse(JSON.stringify(body).replace('"Emw"', '"Emw="'));
      const input = {
        modelId,
        ...(revived(written) as { messages: { role: 'user'; content: ContentBlock[] }[] }),
      };
      await clientOf(fake)
        .send(new ConverseCommand(input))
        .catch(() => undefined);
      assert.deepEqual(fake.requests[0]?.request.json(), written);
      return undefined;
    });
  }
});

describe('keys of AWS', () => {
  for (const [what, apiKey] of [
    ['an id and a secret', KEYS],
    ['a token of a session, too', `${KEYS}:FwoGZX/IvYX+aw==`],
    ['a key of Bedrock', 'ABSKfake'],
  ] as const) {
    for (const model of ['anthropic/claude-opus-5', 'amazon/nova-pro-v1']) {
      it(`open it: ${what}, for ${model}`, async () => {
        await using fake = await startFakeBedrock({ apiKey });
        const http = createGuardedHttpClient({ allow: ({ address }) => address === '127.0.0.1' });
        const { chat } = bedrock({
          apiKey,
          http,
          baseUrl: fake.baseUrl,
          region: 'eu-central-1',
          clock: new SkippingClock(),
        });
        const body = { messages: [{ role: 'user', content: 'Grüße' }], stream: true };
        const answer = await chat?.answer(jobOf(model, body), contextOf());
        let last = '';
        for await (const parts of answer?.steps ?? []) last = parts.at(-1)?.type ?? last;
        assert.equal(last, 'done');
        await http.close();
      });
    }
  }

  it('are in no message, not even a part of them', async () => {
    const token = 'FwoGZX/IvYX+aw==';
    await using fake = await startFakeBedrock({ apiKey: `${KEYS}:${token}` });
    const http = createGuardedHttpClient({ allow: ({ address }) => address === '127.0.0.1' });
    const { baseUrl, apiKey } = fake;
    const { chat } = bedrock({ apiKey, http, baseUrl, clock: new SkippingClock() });
    fake.fail('submit', json({ message: `The token ${token} is no parameter` }, 400));
    const body = { messages: [{ role: 'user', content: 'Hi' }], stream: true };
    await assert.rejects(
      async () => chat?.answer(jobOf('amazon/nova-pro-v1', body), contextOf()),
      ({ message }: Error) => !message.includes('FwoG') && message.includes('…'),
    );
    await http.close();
  });
});
