import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { json, script } from '@model-gateway/providers/testing';
import { RESPONSES_FRAMES } from '../chat/frames.ts';
import { REASONING_MODEL, startChatGateway, type ChatGateway } from '../support/chat-gateway.ts';
import { textOf } from '../support/gateway-scene.ts';
import { judgeResponses } from './responses-schema.ts';

const FUNCTION = {
  type: 'function',
  name: 'look',
  description: 'Looks.',
  parameters: { type: 'object', properties: {} },
  strict: false,
};
const TOOLS = [
  FUNCTION,
  { type: 'custom', name: 'patch', format: { type: 'text' } },
  {
    type: 'namespace',
    name: 'notes',
    description: 'Notes.',
    tools: [{ ...FUNCTION, name: 'add' }],
  },
];
const SCHEMA = { type: 'json_schema', name: 'place', schema: { type: 'object' }, strict: true };

/** Everything that a client can ask for. */
const BODIES: Readonly<Record<string, object>> = {
  'words alone': {},
  'instructions, items and every parameter': {
    instructions: 'Be brief.',
    input: [
      { role: 'developer', content: 'a' },
      { role: 'user', content: [{ type: 'input_text', text: 'b' }] },
      { role: 'assistant', content: [{ type: 'output_text', text: 'c', annotations: [] }] },
      { type: 'function_call', call_id: 'c1', name: 'look', arguments: '{}' },
      { type: 'function_call_output', call_id: 'c1', output: 'ok' },
      { role: 'user', content: 'd' },
    ],
    tools: [FUNCTION],
    temperature: 0.5,
    top_p: 0.9,
    max_output_tokens: 99,
    top_logprobs: 2,
    include: ['message.output_text.logprobs'],
    parallel_tool_calls: false,
    metadata: { a: 'b' },
    text: { verbosity: 'low' },
    user: 'ada',
    store: false,
    truncation: 'auto',
  },
  'a model that reasons': {
    model: REASONING_MODEL,
    reasoning: { effort: 'high', summary: 'auto' },
  },
  'tools of each kind': { tools: TOOLS, tool_choice: 'required' },
  'one tool': { tools: TOOLS, tool_choice: { type: 'function', name: 'add', namespace: 'notes' } },
  'a schema': { text: { format: SCHEMA } },
};

/** The events of a stream; comments are left out. */
async function eventsOf(scene: ChatGateway, body: object): Promise<readonly object[]> {
  const answer = await scene.post('/responses', { input: 'Hi', ...body, stream: true });
  assert.equal(answer.status, 200);
  const lines = (await textOf(answer)).split('\n');
  return lines.flatMap((line): readonly object[] =>
    line.startsWith('data: ') ? [JSON.parse(line.slice(6))] : [],
  );
}

for (const api of ['chat', 'responses'] as const) {
  describe(`answers of POST /responses over ${api} of OpenAI, held against OpenAI's schema`, () => {
    for (const [what, body] of Object.entries(BODIES)) {
      it(`are responses, and events of one: ${what}`, async () => {
        await using scene = await startChatGateway({ wire: `openai-${api}` });
        const answer = await scene.post('/responses', { input: 'Hi', ...body });
        assert.equal(answer.status, 200);
        judgeResponses('Response', JSON.parse(await textOf(answer)));
        for (const event of await eventsOf(scene, body)) {
          judgeResponses('ResponseStreamEvent', event);
        }
        // What was sent upstream has been judged by the fake, and here by the schema.
        if (api !== 'responses') return;
        for (const { request } of scene.fake.requests) {
          judgeResponses('CreateResponse', request.json());
        }
      });
    }
  });
}

describe('a failure of POST /responses', () => {
  it('is an event of the schema, behind what was said', async () => {
    await using scene = await startChatGateway({ wire: 'openai-responses' });
    scene.fake.fail('submit', script([RESPONSES_FRAMES.saying('Hel'), 'reset']));
    const events = await eventsOf(scene, {});
    for (const event of events) judgeResponses('ResponseStreamEvent', event);
    assert.match(JSON.stringify(events.at(-1)), /"type":"response.failed"/);
  });

  it('keeps the sentence of OpenAI where the client can do something about it', async () => {
    await using scene = await startChatGateway({ wire: 'openai-responses' });
    const message = "Invalid 'input[0].content': too long.";
    const error = { message, code: 'string_above_max_length', param: 'input[0].content' };
    scene.fake.fail('submit', json({ error }, 400));
    const answer = await scene.post('/responses', { input: 'Hi' });
    assert.equal(answer.status, 400);
    assert.match(await textOf(answer), /Invalid 'input\[0\]\.content': too long\./);
  });
});
