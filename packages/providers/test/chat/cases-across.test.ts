import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MODEL, startChatGateway, type MainWire } from '../support/chat-gateway.ts';
import { textOf } from '../support/gateway-scene.ts';

/* A client of one dialect, and a provider with another interface: what it receives. */

const CHAT = '/chat/completions';
const MESSAGES = '/messages';
const RESPONSES = '/responses';

const user = (content: unknown) => ({ role: 'user', content });
const system = (content: unknown) => ({ role: 'system', content });
const tool = (name: string, parameters: object = { type: 'object' }) => ({
  type: 'function',
  function: { name, parameters },
});
const calling = (...ids: readonly string[]) => ({
  role: 'assistant',
  content: '',
  tool_calls: ids.map((id) => ({ id, type: 'function', function: { name: 'f', arguments: '' } })),
});
const returned = (id: string, content: unknown) => ({ role: 'tool', tool_call_id: id, content });
const used = { type: 'tool_use', id: 'c1', name: 'f', input: {} };
const tools = [tool('f'), tool('g')];
const PNG = { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' };
const DATA_URL = `data:image/png;base64,${PNG.data}`;
const mark = { cache_control: { type: 'ephemeral' } };

/** What is asked, and the members of the body that the provider receives. */
interface Case {
  readonly wire: MainWire;
  readonly path: string;
  readonly body: object;
  readonly sent: object;
  readonly warnings?: string;
}

const CASES: Readonly<Record<string, Case>> = {
  'instructions in the middle, as words of the user in their place': {
    wire: 'bedrock',
    path: CHAT,
    body: {
      messages: [
        system('s'),
        user('a'),
        { role: 'assistant', content: 'b' },
        system('t'),
        user('c'),
      ],
    },
    sent: {
      system: [{ text: 's' }],
      messages: [
        user([{ text: 'a' }]),
        { role: 'assistant', content: [{ text: 'b' }] },
        user([{ text: 't' }, { text: 'c' }]),
      ],
    },
  },
  'results before everything else that the user says, in one turn': {
    wire: 'bedrock',
    path: CHAT,
    body: {
      messages: [
        user('a'),
        calling('c1', 'c2'),
        system('s'),
        returned('c1', 'x'),
        returned('c2', 'y'),
        user('z'),
      ],
      tools,
    },
    sent: {
      messages: [
        user([{ text: 'a' }]),
        {
          role: 'assistant',
          content: ['c1', 'c2'].map((toolUseId) => ({
            toolUse: { toolUseId, name: 'f', input: {} },
          })),
        },
        user([
          { toolResult: { toolUseId: 'c1', content: [{ text: 'x' }] } },
          { toolResult: { toolUseId: 'c2', content: [{ text: 'y' }] } },
          { text: 's' },
          { text: 'z' },
        ]),
      ],
    },
  },
  'the tool that is to be called': {
    wire: 'bedrock',
    path: CHAT,
    body: { tools, tool_choice: { type: 'function', function: { name: 'g' } } },
    sent: {
      toolConfig: {
        tools: [{ toolSpec: { name: 'g', inputSchema: { json: { type: 'object' } } } }],
        toolChoice: { tool: { name: 'g' } },
      },
    },
  },
  'that some tool is to be called': {
    wire: 'bedrock',
    path: CHAT,
    body: { tools: [tool('f')], tool_choice: 'required' },
    sent: {
      toolConfig: {
        tools: [{ toolSpec: { name: 'f', inputSchema: { json: { type: 'object' } } } }],
        toolChoice: { any: {} },
      },
    },
  },
  'breakpoints of the cache behind what they mark, and none within a result': {
    wire: 'bedrock',
    path: CHAT,
    body: {
      messages: [
        user([{ type: 'text', text: 'a', ...mark }]),
        calling('c1'),
        returned('c1', [{ type: 'text', text: 'x', ...mark }]),
      ],
      tools: [tool('f')],
    },
    sent: {
      messages: [
        user([{ text: 'a' }, { cachePoint: { type: 'default' } }]),
        {
          role: 'assistant',
          content: [{ toolUse: { toolUseId: 'c1', name: 'f', input: {} } }],
        },
        user([{ toolResult: { toolUseId: 'c1', content: [{ text: 'x' }] } }]),
      ],
    },
  },
  'no turn that is empty': {
    wire: 'bedrock',
    path: RESPONSES,
    body: { input: [user('a'), { role: 'assistant', content: [] }, user('b')] },
    sent: { messages: [user([{ text: 'a' }, { text: 'b' }])] },
  },
  'an image as data with its type': {
    wire: 'anthropic',
    path: CHAT,
    body: { messages: [user([{ type: 'image_url', image_url: { url: DATA_URL } }])] },
    sent: { messages: [user([{ type: 'image', source: PNG }])] },
  },
  'a document as data with its type': {
    wire: 'gemini',
    path: MESSAGES,
    body: {
      messages: [
        user([
          {
            type: 'document',
            source: { type: 'base64', media_type: 'application/pdf', data: 'AAAA' },
          },
        ]),
      ],
    },
    sent: {
      contents: [
        { role: 'user', parts: [{ inlineData: { mimeType: 'application/pdf', data: 'AAAA' } }] },
      ],
    },
  },
  'the image of a result behind it, and text beside it in order': {
    wire: 'openai-chat',
    path: MESSAGES,
    body: {
      tools: [{ name: 'f', input_schema: { type: 'object' } }],
      messages: [
        user('a'),
        { role: 'assistant', content: [used, { ...used, id: 'c2' }] },
        user([
          {
            type: 'tool_result',
            tool_use_id: 'c1',
            content: [
              { type: 'text', text: 'r' },
              { type: 'image', source: PNG },
            ],
          },
          { type: 'tool_result', tool_use_id: 'c2', content: 'q' },
          { type: 'text', text: 'b' },
        ]),
      ],
    },
    sent: {
      messages: [
        user('a'),
        {
          role: 'assistant',
          content: null,
          tool_calls: ['c1', 'c2'].map((id) => ({
            id,
            type: 'function',
            function: { name: 'f', arguments: '{}' },
          })),
        },
        returned('c1', 'r'),
        returned('c2', 'q'),
        user([
          { type: 'image_url', image_url: { url: DATA_URL } },
          { type: 'text', text: 'b' },
        ]),
      ],
    },
  },
  'breakpoints of the cache on the same blocks': {
    wire: 'anthropic',
    path: MESSAGES,
    body: {
      tools: [{ name: 'f', input_schema: { type: 'object' } }],
      messages: [
        user([{ type: 'text', text: 'a', ...mark }]),
        { role: 'assistant', content: [{ ...used, ...mark }] },
        user([
          { type: 'tool_result', tool_use_id: 'c1', content: 'r', ...mark },
          { type: 'image', source: PNG, ...mark },
        ]),
      ],
    },
    sent: {
      messages: [
        user([{ type: 'text', text: 'a', ...mark }]),
        { role: 'assistant', content: [{ ...used, ...mark }] },
        user([
          {
            type: 'tool_result',
            tool_use_id: 'c1',
            content: [{ type: 'text', text: 'r' }],
            ...mark,
          },
          { type: 'image', source: PNG, ...mark },
        ]),
      ],
    },
  },
  'breakpoints of the cache in parts of chat completions': {
    wire: 'anthropic',
    path: CHAT,
    body: {
      messages: [
        system([{ type: 'text', text: 's', ...mark }]),
        user([
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b', ...mark },
        ]),
      ],
    },
    sent: {
      system: [{ type: 'text', text: 's', ...mark }],
      messages: [
        user([
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b', ...mark },
        ]),
      ],
    },
  },
  'no seed and nothing that only the client’s interface has': {
    wire: 'anthropic',
    path: CHAT,
    body: { seed: 7, foo: 1 },
    sent: { seed: undefined, foo: undefined },
    warnings: 'seed=ignored, foo=ignored',
  },
};

describe('across interfaces a provider receives', () => {
  for (const [what, { wire, path, body, sent, warnings }] of Object.entries(CASES)) {
    it(`${what}: ${path} over ${wire}`, async () => {
      await using scene = await startChatGateway({ wire, isServed: false });
      const usual = path === RESPONSES ? { input: 'Hi' } : { messages: [user('Hi')] };
      const answer = await scene.post(path, { ...usual, ...body });
      assert.equal(answer.status, 200, await textOf(answer));
      assert.equal(answer.headers['x-gateway-warnings'], warnings);
      const received: Readonly<Record<string, unknown>> =
        scene.fake.requests.at(-1)?.request.json() ?? {};
      const about = Object.keys(sent).map((name) => [name, received[name]]);
      assert.deepEqual(Object.fromEntries(about), sent);
    });
  }
});

describe('across interfaces a request is refused that names', () => {
  const refused = [
    ['what matters and the provider lacks', CHAT, { logprobs: true }, 'logprobs'],
    [
      'an item that only its own interface has',
      RESPONSES,
      { input: [user('a'), { type: 'tool_search_call', id: 't' }] },
      'input[1]',
    ],
  ] as const;
  for (const [what, path, body, named] of refused) {
    it(`${what}, before anybody is asked`, async () => {
      await using scene = await startChatGateway({ wire: 'anthropic', isServed: false });
      const answer = await scene.post(path, { messages: [user('Hi')], ...body });
      assert.equal(answer.status, 400);
      const { error } = JSON.parse(await textOf(answer));
      assert.equal(error.metadata.issues[0].path, named);
      assert.equal(scene.fake.requests.length, 0);
    });
  }

  it('what matters, unless another provider has it', async () => {
    await using scene = await startChatGateway({ wire: 'anthropic', withSpare: true });
    const { status, text } = await scene.answer({ model: MODEL, logprobs: true });
    assert.equal(status, 200, text);
    assert.equal(scene.fake.requests.length, 0);
    assert.equal(scene.spare.requests.at(-1)?.request.json()['logprobs'], true);
  });
});
