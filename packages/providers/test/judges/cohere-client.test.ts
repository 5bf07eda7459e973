import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CohereClientV2, CohereError } from 'cohere-ai';
import { startFakeCohere, tinyImage, type FakeProvider } from '@model-gateway/providers/testing';
import { encodeCohereRequest } from '../../src/wires/cohere/encode.ts';
import { REQUESTS } from '../wires/anthropic/requests.ts';
import { BARE } from '../wires/blocks.ts';

const MODEL = 'command-a-plus-05-2026';

const clientOf = ({ baseUrl, apiKey }: FakeProvider) =>
  new CohereClientV2({ token: apiKey, environment: baseUrl, maxRetries: 0 });

const asking = (content: string) => ({
  model: MODEL,
  messages: [{ role: 'user' as const, content }],
});
const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
const TOOLS = ['weather', 'clock'].map((name) => ({
  type: 'function' as const,
  function: { name, description: name, parameters: schema },
}));

describe('the fake of Cohere, judged by the official client', () => {
  it('answers whole, and counts what is billed and what there is', async () => {
    await using fake = await startFakeCohere();
    const { message, finishReason, usage } = await clientOf(fake).chat(asking('Grüße 🌍'));
    assert.deepEqual(
      message.content?.map(({ type }) => type),
      ['thinking', 'text'],
    );
    assert.equal(finishReason, 'COMPLETE');
    assert.deepEqual(
      [usage?.billedUnits?.inputTokens, usage?.tokens?.inputTokens, usage?.cachedTokens],
      [9, 79, 4],
    );
  });

  it('streams what it answers whole', async () => {
    await using fake = await startFakeCohere();
    const types: string[] = [];
    let [said, thought]: [string, string] = ['', ''];
    for await (const event of await clientOf(fake).chatStream(asking('Grüße 🌍'))) {
      types.push(event.type);
      if (event.type !== 'content-delta') continue;
      const { text = '', thinking = '' } = event.delta?.message?.content ?? {};
      said += text;
      thought += thinking;
    }
    assert.equal(said, 'You said: Grüße 🌍');
    assert.equal(thought, 'The user has said something.');
    assert.deepEqual([types[0], types.at(-1)], ['message-start', 'message-end']);
  });

  it('plans and calls two tools, and goes on with their results', async () => {
    await using fake = await startFakeCohere();
    const client = clientOf(fake);
    const question = { ...asking('Weather?'), tools: TOOLS };
    const { message, finishReason } = await client.chat({ ...question, toolChoice: 'REQUIRED' });
    assert.equal(finishReason, 'TOOL_CALL');
    assert.equal(message.toolPlan, 'I will use the tools.');
    const calls = message.toolCalls ?? [];
    assert.deepEqual(
      calls.map(({ function: called }) => [called?.name, called?.arguments]),
      [
        ['weather', '{"city":"demo"}'],
        ['clock', '{"city":"demo"}'],
      ],
    );
    const results = calls.map(({ id }) => ({
      role: 'tool' as const,
      toolCallId: id,
      content: 'sunny',
    }));
    const { toolPlan = '', toolCalls = [] } = message;
    const after = await client.chat({
      ...question,
      messages: [
        ...question.messages,
        { role: 'assistant', toolPlan, toolCalls },
        ...results,
        { role: 'user', content: 'And?' },
      ],
    });
    assert.match(JSON.stringify(after.message.content), /You said: And\?/);
    const [first] = results;
    assert.ok(first);
    const messages = [
      ...question.messages,
      { role: 'assistant' as const, toolPlan, toolCalls },
      first,
    ];
    await assert.rejects(
      client.chat({ ...question, messages: [...messages, ...question.messages] }),
      CohereError,
    );
  });

  it('streams calls in pieces', async () => {
    await using fake = await startFakeCohere();
    const inputs = new Map<number | undefined, string>();
    let plan = '';
    const asked = { ...asking('Weather?'), tools: TOOLS, toolChoice: 'REQUIRED' as const };
    for await (const event of await clientOf(fake).chatStream(asked)) {
      if (event.type === 'tool-plan-delta') plan += event.delta?.message?.toolPlan ?? '';
      if (event.type !== 'tool-call-delta') continue;
      const piece = event.delta?.message?.toolCalls?.function?.arguments ?? '';
      inputs.set(event.index, (inputs.get(event.index) ?? '') + piece);
    }
    assert.equal(plan, 'I will use the tools.');
    assert.deepEqual([...inputs.values()], ['{"city":"demo"}', '{"city":"demo"}']);
  });

  it('fills schemas, cites documents and sees images', async () => {
    await using fake = await startFakeCohere();
    const client = clientOf(fake);
    const form = await client.chat({
      ...asking('Which?'),
      thinking: { type: 'disabled' },
      responseFormat: { type: 'json_object', jsonSchema: schema },
    });
    assert.deepEqual(form.message.content, [{ type: 'text', text: '{"city":"demo"}' }]);
    const documents = [{ id: 'd', data: { text: 'a', url: 'https://example.com/d' } }];
    const { message } = await client.chat({ ...asking('Who?'), documents });
    assert.deepEqual(
      message.citations?.map(({ text, contentIndex }) => [text, contentIndex]),
      [['You said', 1]],
    );
    const imageUrl = { url: `data:image/png;base64,${tinyImage('png')}` };
    const content = [{ type: 'image_url' as const, imageUrl }];
    const seen = client.chat({ model: MODEL, messages: [{ role: 'user', content }] });
    assert.equal((await seen).finishReason, 'COMPLETE');
    const blind = client.chat({
      model: 'command-a-03-2025',
      messages: [{ role: 'user', content }],
    });
    await assert.rejects(blind, { statusCode: 400 });
  });

  it('refuses what Cohere refuses', async () => {
    await using fake = await startFakeCohere();
    const client = clientOf(fake);
    const refused: readonly (readonly [more: object, statusCode: number])[] = [
      [{ temperature: 2 }, 400],
      [{ p: 1 }, 400],
      [{ frequencyPenalty: 0.5, presencePenalty: 0.5 }, 400],
      [{ toolChoice: 'REQUIRED' }, 400],
      [{ tools: TOOLS, responseFormat: { type: 'json_object' } }, 400],
      [{ messages: [] }, 400],
      [{ model: 'command-nothing' }, 404],
    ];
    for (const [more, statusCode] of refused) {
      await assert.rejects(client.chat({ ...asking('Hi'), ...more }), { statusCode });
    }
    const stranger = new CohereClientV2({ token: 'wrong', environment: fake.baseUrl });
    await assert.rejects(stranger.chat(asking('Hi')), { statusCode: 401 });
  });
});

/** Names as the client has them. */
function camelized(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelized);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      // What the user wrote has its own names.
      name === 'parameters' || name === 'json_schema' ? inner : camelized(inner),
    ]),
  );
}

/* The client writes only members that it knows. */
describe('what Cohere is sent, judged by what the official client sends', () => {
  for (const [what, { request }] of Object.entries(REQUESTS)) {
    it(`has no member that it does not know: ${what}`, async () => {
      await using fake = await startFakeCohere();
      let ours: object;
      try {
        ours = encodeCohereRequest({ ...BARE, ...request }, { upstream: MODEL, options: {} });
      } catch (error) {
        assert.ok(error instanceof Error && 'failure' in error);
        assert.equal(error.failure, 'parameter');
        return;
      }
      const plain: unknown = JSON.parse(JSON.stringify(ours));
      const { stream: _, ...body } = camelized(plain) as Parameters<CohereClientV2['chat']>[0] & {
        stream?: unknown;
      };
      await clientOf(fake).chat(body);
      const sent = fake.requests.at(-1)?.request.json() ?? {};
      assert.deepEqual({ ...sent, stream: undefined }, { ...(plain as object), stream: undefined });
    });
  }
});
