import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Block, ChatMessage } from '@model-gateway/core/chat';
import { compressed } from '../../src/chat/fit/compress.ts';
import { aChatRequest } from './a-chat-request.ts';
import {
  aChatGateway,
  anEndpoint,
  aTalker,
  framesOf,
  jsonOf,
  reads,
  saidIn,
  says,
  type Talk,
} from './chat-builders.ts';

/* What the gateway does to a conversation by itself. Source: contract §12.15. */

const WARNINGS = 'x-gateway-warnings';
const FENCED = ['```json\n{"a"', ':1,}\n```'];
const HEALING = { plugins: [{ id: 'response-healing' }], response_format: { type: 'json_object' } };
const cut: Talk = reads([
  { type: 'start' },
  { type: 'open', block: 0, kind: 'text' },
  { type: 'delta', block: 0, text: '{"a":[1' },
  { type: 'close', block: 0 },
  { type: 'finish', reason: 'length', raw: 'length' },
  { type: 'done' },
]);

describe('the plugin response-healing', () => {
  const rows: readonly (readonly [
    what: string,
    talk: Talk,
    body: object,
    content: string,
    warning: string | undefined,
  ])[] = [
    ['mends JSON', says(FENCED), HEALING, '{"a":1}', 'plugins.response-healing=healed'],
    ['leaves JSON', says(['{"a":1}']), HEALING, '{"a":1}', undefined],
    ['leaves what was cut off', cut, HEALING, '{"a":[1', undefined],
    [
      'leaves text that was not asked to be JSON',
      says(FENCED),
      { plugins: HEALING.plugins },
      FENCED.join(''),
      'plugins.response-healing=ignored',
    ],
    [
      'does nothing where it is disabled',
      says(FENCED),
      { ...HEALING, plugins: [{ id: 'response-healing', enabled: false }] },
      FENCED.join(''),
      undefined,
    ],
  ];
  for (const [what, talk, body, content, warning] of rows) {
    it(what, async () => {
      const response = await aChatGateway([aTalker('one', talk)]).chat(body);
      assert.equal(jsonOf(response).choices[0].message['content'], content);
      assert.equal(response.headers[WARNINGS], warning);
    });
  }

  it('is reported as ignored in a stream, which is told as it comes', async () => {
    const scene = aChatGateway([aTalker('one', says(FENCED))]);
    const response = await scene.chat({ ...HEALING, stream: true });
    assert.equal(response.headers[WARNINGS], 'plugins.response-healing=ignored');
    assert.equal(saidIn(await framesOf(response)), FENCED.join(''));
  });
});

const user = (content: string) => ({ role: 'user', content });
const assistant = (content: string) => ({ role: 'assistant', content });
/** About a hundred tokens. */
const LONG = 'x'.repeat(360);
const REQUEST = aChatRequest();
const call = (id: string) => ({ id, type: 'function', function: { name: 'f', arguments: '{}' } });

describe('the plugin context-compression', () => {
  const plugins = [{ id: 'context-compression', engine: 'middle-out' }];
  const small = anEndpoint({ contextTokens: 340, maxOutputTokens: 100 });
  const messages = [
    { role: 'system', content: 'Be brief.' },
    user('first'),
    assistant(LONG),
    user(LONG),
    assistant(LONG),
    user('last'),
  ];

  async function served(body: object, endpoint = small) {
    const talker = aTalker('one', says(['Hi']), endpoint);
    const response = await aChatGateway([talker]).chat(body);
    const kept = talker.jobs[0]?.request.messages.map(({ blocks }) =>
      blocks.map((block) => ('text' in block ? block.text : block.type)).join('+'),
    );
    return { response, kept };
  }

  it('drops the middle until the rest fits, and says how much', async () => {
    const { response, kept } = await served({ messages, plugins, max_tokens: 50 });
    assert.deepEqual(kept, ['Be brief.', 'first', LONG, LONG, 'last']);
    assert.equal(response.headers[WARNINGS], 'messages=dropped:1');
  });

  it('leaves room for a longer answer', async () => {
    const { kept } = await served({ messages, plugins, max_tokens: 100 });
    assert.equal(kept?.length, 5);
    const { kept: fewer } = await served(
      { messages, plugins },
      anEndpoint({ contextTokens: 210, maxOutputTokens: 100 }),
    );
    assert.deepEqual(fewer, ['Be brief.', 'first', LONG, 'last']);
  });

  it('keeps a call and its results together', async () => {
    const turns = [
      user('first'),
      { role: 'assistant', content: LONG, tool_calls: [call('a'), call('b')] },
      { role: 'tool', tool_call_id: 'a', content: LONG },
      { role: 'tool', tool_call_id: 'b', content: LONG },
      assistant('so'),
      user('last'),
    ];
    const { kept, response } = await served({ messages: turns, plugins, max_tokens: 100 });
    assert.deepEqual(kept, ['first', 'so', 'last']);
    assert.match(response.headers[WARNINGS] ?? '', /^messages=dropped:[23]$/);
  });

  it('looks at each message a few times, however many results a call has', () => {
    let reads = 0;
    const turn = (role: ChatMessage['role'], ...blocks: Block[]): ChatMessage => ({
      role,
      get blocks() {
        reads++;
        return blocks;
      },
    });
    const text = (said: string): Block => ({ type: 'text', text: said });
    const messages = [
      turn('user', text('first')),
      turn('assistant', { type: 'call', id: 'a', name: 'f', input: '{}', by: 'client' }),
      ...Array.from({ length: 500 }, () =>
        turn('user', { type: 'result', id: 'a', isError: false, blocks: [text(LONG)] }),
      ),
      turn('user', text('last')),
    ];
    const kept = compressed({ ...REQUEST, messages }, small).messages;
    assert.deepEqual(kept, [messages[0], messages.at(-1)]);
    assert.ok(reads < 10 * messages.length, `${reads} reads`);
  });

  it('counts tools that a provider runs once, and not with each turn that it drops', () => {
    let prints = 0;
    const tool = { type: 'web_search', note: LONG, toJSON: () => ++prints && { note: LONG } };
    const messages = ['first', ...Array<string>(50).fill(LONG), 'last'].map(
      (text): ChatMessage => ({ role: 'user', blocks: [{ type: 'text', text }] }),
    );
    const hostedTools = [{ name: 'search', value: tool }];
    const request = { ...REQUEST, hostedTools, maxOutputTokens: 50, messages };
    // Beside the tool and the answer there is room for one of them.
    const { messages: kept } = compressed(request, small);
    assert.deepEqual(
      kept.map((message) => messages.indexOf(message)),
      [0, 50, 51],
    );
    assert.ok(prints < 3, `${prints} prints`);
  });

  for (const [what, body] of [
    ['fits', { messages: [user('first')], plugins }],
    ['is not to be compressed', { messages }],
    ['is disabled', { messages, plugins: [{ id: 'context-compression', enabled: false }] }],
    ['could not be made to fit', { messages: [user(LONG.repeat(5)), user('last')], plugins }],
  ] as const) {
    it(`drops nothing where it ${what}`, async () => {
      const { kept, response } = await served(body);
      assert.equal(kept?.length, body.messages.length);
      assert.equal(response.headers[WARNINGS], undefined);
    });
  }

  it('is a 400 for another engine, and for a plugin that is not here', async () => {
    for (const [plugin, sentence] of [
      [{ id: 'context-compression', engine: 'zip' }, /plugins\[0\]\.engine must be middle-out/],
      [{ id: 'web' }, /plugins\[0\]\.id is "web", a plugin that is not available/],
    ] as const) {
      const { response } = await served({ messages, plugins: [plugin] });
      assert.equal(response.status, 400);
      assert.match(jsonOf(response).error?.message ?? '', sentence);
    }
  });
});
