import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { json, stream } from '../scripts.ts';
import { startScriptedUpstream, type Script } from '../scripted-upstream.ts';
import { startChatGateway } from '../support/chat-gateway.ts';
import { textOf } from '../support/gateway-scene.ts';
import { called, chunk, WIRES, type WireName } from './fault-matrix/wires.ts';
import { event } from './fault-matrix/matrix-wire.ts';

/* What clients of one dialect read of a stream over another interface. */

const CHAT = '/chat/completions';
const MESSAGES = '/messages';
const RESPONSES = '/responses';

/** What was parsed of JSON. */
type Json = ReturnType<typeof JSON.parse>;

/** An answer as a server sent it. */
const recorded = (wire: WireName, name: string): Script =>
  stream([readFileSync(new URL(`../wires/${wire}/wire/${name}.sse`, import.meta.url))]);
const { USAGE, END } = WIRES['openai-chat'];
const chunks = (...deltas: readonly object[]): Script =>
  stream([...deltas.map((delta) => chunk(delta)), chunk({}, 'stop'), USAGE, END]);

/** A stream of Anthropic with these blocks, each in its events. */
const blocks = (...events: readonly (readonly [type: string, members: object])[]): Script =>
  stream([
    WIRES.anthropic.ROLE,
    ...events.map(([type, members]) => event(`content_block_${type}`, members)),
    WIRES.anthropic.FINISH,
    WIRES.anthropic.END,
  ]);

/** The events of a streamed answer, parsed, and what it cost, in millionths of a dollar. */
async function read(wire: WireName, script: Script, path: string) {
  await using upstream = await startScriptedUpstream(script);
  await using scene = await startChatGateway({ wire, upstream });
  const body =
    path === RESPONSES ? { input: 'Hi' } : { messages: [{ role: 'user', content: 'Hi' }] };
  const text = await textOf(await scene.post(path, { stream: true, ...body }));
  await scene.settled();
  const data = text.matchAll(/^data: (\{.*)$/gm);
  const events: readonly Json[] = [...data].map(([, line = '']) => JSON.parse(line));
  return { events, micros: Math.round(scene.charged() * 1e7) / 10 };
}

/** A stream of chat completions, put together: calls as `index id name(input)`. */
function chatOf(events: readonly Json[]) {
  const calls = new Map<number, string>();
  let [content, refusal] = ['', ''];
  for (const { choices } of events) {
    const { delta = {} } = choices[0] ?? {};
    content += delta.content ?? '';
    refusal += delta.refusal ?? '';
    for (const { index, id, function: one } of delta.tool_calls ?? []) {
      const begun = id === undefined ? (calls.get(index) ?? '') : `${id} ${one.name} `;
      calls.set(index, begun + one.arguments);
    }
  }
  const finish = events.map(({ choices }) => choices[0]).findLast((one) => one?.finish_reason);
  const { finish_reason: reason, native_finish_reason: native } = finish ?? {};
  return { content, refusal, calls: [...calls], reason, native, usage: events.at(-1)?.['usage'] };
}

/** A stream of messages: its blocks as they begin and end, and what is in them. */
function messageOf(events: readonly Json[]) {
  const said = events.flatMap(({ type, index, content_block: block, delta }) => {
    if (type === 'content_block_start') return [`${index} ${block.type}`];
    if (type === 'content_block_stop') return [`${index} ends`];
    return type === 'content_block_delta'
      ? [delta.text ?? delta.thinking ?? delta.partial_json].filter((one) => one !== undefined)
      : [];
  });
  const { delta, usage } = events.findLast(({ type }) => type === 'message_delta') ?? {};
  const begun = events[0]?.['message'].usage;
  return { said, reason: delta?.stop_reason, sequence: delta?.stop_sequence, usage, begun };
}

describe('a client of chat completions reads', () => {
  const chat = async (wire: WireName, script: Script) =>
    chatOf((await read(wire, script, CHAT)).events);

  it('calls numbered among themselves, behind a text of Anthropic', async () => {
    const { calls, reason } = await chat('anthropic', recorded('anthropic', 'calls'));
    assert.deepEqual(calls, [
      [0, 'toolu_01A weather {"city": "K\\u00f6ln"}'],
      [1, 'toolu_01B clock {}'],
    ]);
    assert.equal(reason, 'tool_calls');
  });

  it('calls numbered among themselves, of items of Responses', async () => {
    const { calls } = await chat('openai-responses', recorded('openai-responses', 'calls'));
    assert.deepEqual(calls, [
      [0, 'call_a weather {"city":"Köln"}'],
      [1, 'call_b clock {}'],
    ]);
  });

  it('calls of Gemini, one in each frame, with ids of their own, and that they are why it stopped', async () => {
    const { calls, reason, native } = await chat('gemini', recorded('gemini', 'call-a-frame'));
    const ids = calls.map(([, call]) => call.split(' ')[0]);
    assert.equal(new Set(ids).size, 3);
    assert.deepEqual(
      calls.map(([index, call]) => `${index} ${call.split(' ').slice(1).join(' ')}`),
      ['0 a {"x":1}', '1 a {"x":2}', '2 b {}'],
    );
    assert.deepEqual([reason, native], ['tool_calls', 'STOP']);
  });

  it('arguments that Responses tells at the end only', async () => {
    const script = recorded('openai-responses', 'arguments-done-only');
    assert.deepEqual((await chat('openai-responses', script)).calls, [
      [0, 'call_a weather {"city":"Rom"}'],
    ]);
  });

  it('arguments whose escape is split between two deltas of Anthropic', async () => {
    const put = (partial_json: string) =>
      ['delta', { index: 0, delta: { type: 'input_json_delta', partial_json } }] as const;
    const content_block = { type: 'tool_use', id: 'x', name: 'f', input: {} };
    const script = blocks(['start', { index: 0, content_block }], put('{"a":"\\u00'), put('e9"}'), [
      'stop',
      { index: 0 },
    ]);
    assert.deepEqual((await chat('anthropic', script)).calls, [[0, 'x f {"a":"\\u00e9"}']]);
  });

  it('that a text of stop ended the answer, or that the model declined and why', async () => {
    const stopped = await chat('anthropic', recorded('anthropic', 'stop-sequence'));
    assert.deepEqual([stopped.reason, stopped.native], ['stop', 'stop_sequence']);
    const { content, refusal, reason } = await chat('anthropic', recorded('anthropic', 'refusal'));
    assert.deepEqual([content, refusal, reason], ['I can', 'This may do harm.', 'content_filter']);
  });

  it('nothing of a block that nobody knows, and the answer around it', async () => {
    const script = blocks(
      ['start', { index: 0, content_block: { type: 'sparkle', glow: 1 } }],
      ['stop', { index: 0 }],
      ['delta', { index: 1, delta: { type: 'text_delta', text: 'Hi' } }],
      ['stop', { index: 1 }],
    );
    const { content, reason } = await chat('anthropic', script);
    assert.deepEqual([content, reason], ['Hi', 'stop']);
    const { events } = await read('anthropic', script, MESSAGES);
    assert.deepEqual(messageOf(events).said, ['0 sparkle', '0 ends', '1 text', 'Hi', '1 ends']);
    assert.deepEqual(events.find(({ index }) => index === 0)?.['content_block'], {
      type: 'sparkle',
      glow: 1,
    });
  });

  it('tokens of the cache of Anthropic among those of the prompt, each paid once', async () => {
    const usage = {
      input_tokens: 3,
      cache_read_input_tokens: 100,
      cache_creation_input_tokens: 50,
      output_tokens: 1,
    };
    const script = stream([
      event('message_start', { message: { id: 'c', model: 'm', content: [], usage } }),
      WIRES.anthropic.says('Hi'),
      WIRES.anthropic.FINISH,
      WIRES.anthropic.END,
    ]);
    const { events, micros } = await read('anthropic', script, CHAT);
    const { prompt_tokens: prompt, prompt_tokens_details: details } = chatOf(events).usage;
    assert.deepEqual([prompt, details.cached_tokens], [153, 100]);
    // Writing has no price of its own at this endpoint: 53 at 2, 100 at 0.5, and 1 at 8.
    assert.equal(micros, 106 + 50 + 8);
  });
});

describe('what seals an answer, in chat completions,', () => {
  const sealsOf = async (wire: WireName, script: Script) => {
    const { events } = await read(wire, script, CHAT);
    const details = events.flatMap(({ choices }) => choices[0]?.delta.reasoning_details ?? []);
    const seals = details.flatMap(({ id, data, signature = data }) =>
      signature === undefined ? [] : [id],
    );
    return { seals, calls: chatOf(events).calls.map(([, call]) => call.split(' ')[0]) };
  };

  it('is there once, however many calls follow the thinking of Anthropic', async () => {
    const called = (index: number) => {
      const content_block = { type: 'tool_use', id: `c${index}`, name: 'f', input: {} };
      return [
        ['start', { index, content_block }],
        ['stop', { index }],
      ] as const;
    };
    const script = blocks(
      ['delta', { index: 0, delta: { type: 'thinking_delta', thinking: 'Hm' } }],
      ['delta', { index: 0, delta: { type: 'signature_delta', signature: 'EqQB' } }],
      ['stop', { index: 0 }],
      ...called(1),
      ...called(2),
    );
    assert.deepEqual(await sealsOf('anthropic', script), { seals: [null], calls: ['c1', 'c2'] });
  });

  it('names the one call of Gemini that it is of', async () => {
    const { seals, calls } = await sealsOf('gemini', recorded('gemini', 'parallel-calls'));
    assert.equal(calls.length, 2);
    assert.deepEqual(seals, [calls[0]]);
  });
});

describe('a client of messages reads', () => {
  const message = async (script: Script, wire: WireName = 'openai-chat') =>
    messageOf((await read(wire, script, MESSAGES)).events);

  it('thinking before text that came in the same chunk', async () => {
    const { said } = await message(chunks({ content: 'Hi', reasoning: 'Hm' }));
    assert.deepEqual(said, ['0 thinking', 'Hm', '0 ends', '1 text', 'Hi', '1 ends']);
  });

  it('text before thinking, in three blocks', async () => {
    const { said } = await message(chunks({ content: 'a' }, { reasoning: 'b' }, { content: 'c' }));
    const outline = '0 text, a, 0 ends, 1 thinking, b, 1 ends, 2 text, c, 2 ends';
    assert.equal(said.join(', '), outline);
  });

  it('no thinking where nothing was thought', async () => {
    const { said } = await message(chunks({ reasoning: '' }, { content: 'a' }, { reasoning: '' }));
    assert.deepEqual(said, ['0 text', 'a', '0 ends']);
  });

  it('an empty object where a call has no arguments', async () => {
    const { said, reason } = await message(chunks(called(0, 'x', '')));
    assert.deepEqual(said, ['0 tool_use', '{}', '0 ends']);
    assert.equal(reason, 'tool_use');
  });

  it('arguments that Responses tells at the end only', async () => {
    const script = recorded('openai-responses', 'arguments-done-only');
    const { said } = await message(script, 'openai-responses');
    assert.deepEqual(said, ['0 tool_use', '{"city":"Rom"}', '0 ends']);
  });

  it('which text of stop ended the answer, and that calls of Gemini did', async () => {
    const stopped = await message(recorded('anthropic', 'stop-sequence'), 'anthropic');
    assert.deepEqual([stopped.reason, stopped.sequence], ['stop_sequence', ', three']);
    const { reason } = await message(recorded('gemini', 'call-a-frame'), 'gemini');
    assert.equal(reason, 'tool_use');
  });

  it('an estimate of its tokens first, and at the end those that were not in the cache', async () => {
    const usage = {
      prompt_tokens: 153,
      completion_tokens: 5,
      prompt_tokens_details: { cached_tokens: 100 },
    };
    const told = `data: ${JSON.stringify({ choices: [], usage })}\n\n`;
    const script = stream([chunk({ content: 'a' }), chunk({}, 'stop'), told, END]);
    const { begun, usage: counted } = await message(script);
    assert.ok(begun.input_tokens > 0 && begun.input_tokens < 53, begun.input_tokens);
    assert.deepEqual([counted.input_tokens, counted.cache_read_input_tokens], [53, 100]);
  });
});

describe('a client of Responses reads', () => {
  it('why a model of Anthropic declined, as a refusal', async () => {
    const { events } = await read('anthropic', recorded('anthropic', 'refusal'), RESPONSES);
    const { output, status } = events.at(-1)?.['response'] ?? {};
    assert.equal(status, 'completed');
    assert.deepEqual(output.at(-1).content, [{ type: 'refusal', refusal: 'This may do harm.' }]);
  });

  it('items, parts and their ends, with the whole answer last', async () => {
    const { events } = await read('openai-chat', chunks({ content: 'Hi' }), RESPONSES);
    const types = events.map(({ type }) => type.replace('response.', ''));
    assert.equal(
      types.join(' '),
      'created in_progress output_item.added content_part.added output_text.delta ' +
        'output_text.done content_part.done output_item.done completed',
    );
    assert.equal(events.at(-1)?.['response'].output[0].content[0].text, 'Hi');
  });
});

describe('a limit of the provider before the first output', () => {
  const shapes: readonly (readonly [path: string, shape: (body: Json) => unknown])[] = [
    [CHAT, ({ error }) => [error.code, error.metadata.error_type]],
    [MESSAGES, ({ type, error }) => [type, error.type, error.error_type]],
    [RESPONSES, ({ error, error_type: kind }) => [error.code, kind]],
  ];
  const expected: Readonly<Record<string, unknown>> = {
    [CHAT]: [429, 'rate_limit_exceeded'],
    [MESSAGES]: ['error', 'rate_limit_error', 'rate_limit_exceeded'],
    [RESPONSES]: [429, 'rate_limit_exceeded'],
  };
  for (const [path, shape] of shapes) {
    it(`is a 429 in the words of ${path}, and no stream`, async () => {
      await using upstream = await startScriptedUpstream(
        json({ error: { message: 'x' } }, 429, { 'retry-after': '7' }),
      );
      await using scene = await startChatGateway({ upstream });
      const input = { input: 'Hi', messages: [{ role: 'user', content: 'Hi' }] };
      const answer = await scene.post(path, { stream: true, ...input });
      assert.deepEqual([answer.status, answer.headers['retry-after']], [429, '7']);
      assert.deepEqual(shape(JSON.parse(await textOf(answer))), expected[path]);
    });
  }
});
