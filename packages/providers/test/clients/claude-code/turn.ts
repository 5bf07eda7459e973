import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { script, type FakeReply } from '@model-gateway/providers/testing';

/*
 * The first request of Claude Code 2.1.330 to a gateway, played byte for byte, and the next one as it
 * makes it of the answer. The file has the members, the order and the kinds of blocks that the
 * program was seen to send; its texts are short. The program itself is not run.
 */

const FIRST = readFileSync(new URL('first-turn.json', import.meta.url), 'utf8');

/** What the program sends with every request, with this key of the gateway. */
export const headersOf = (key: string) => ({
  authorization: `Bearer ${key}`,
  accept: 'application/json',
  'content-type': 'application/json',
  'anthropic-version': '2023-06-01',
  'anthropic-beta':
    'claude-code-20250219,interleaved-thinking-2025-05-14,context-management-2025-06-27,' +
    'thinking-token-count-2026-05-13,advanced-tool-use-2025-11-20',
  'anthropic-dangerous-direct-browser-access': 'true',
  'x-app': 'cli',
  'x-claude-code-session-id': '9f0c7c52-7f4e-4b0e-8a53-3c1f0a6f7d11',
  'x-stainless-retry-count': '0',
});

export const CALLS = [
  { id: 'call_1', name: 'Read', input: { file_path: 'a.txt' } },
  { id: 'call_2', name: 'Bash', input: { command: 'cat b.txt' } },
];

const chunk = (delta: object, finish: string | null = null) => {
  const choices = [{ index: 0, delta, finish_reason: finish }];
  return `data: ${JSON.stringify({ id: 'c', model: 'm', choices })}\n\n`;
};
const event = (type: string, members: object) =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...members })}\n\n`;

/** An answer that calls two tools at once, as each interface of OpenAI streams it. */
export const TWO_CALLS: Readonly<Record<'chat' | 'responses', () => FakeReply>> = {
  chat: () =>
    script([
      chunk({ role: 'assistant', content: 'Reading both.' }),
      ...CALLS.map(({ id, name, input }, index) => {
        const called = { name, arguments: JSON.stringify(input) };
        return chunk({ tool_calls: [{ index, id, type: 'function', function: called }] });
      }),
      chunk({}, 'tool_calls'),
      'data: [DONE]\n\n',
    ]),
  responses() {
    const said = [{ type: 'output_text', text: 'Reading both.', annotations: [] }];
    const output = [
      { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content: said },
      ...CALLS.map(({ id, name, input }) => ({
        type: 'function_call',
        call_id: id,
        name,
        arguments: JSON.stringify(input),
      })),
    ];
    return script([
      event('response.created', { response: { id: 'resp_1', status: 'in_progress' } }),
      ...output.map((item, place) =>
        event('response.output_item.done', { output_index: place, item }),
      ),
      event('response.completed', { response: { id: 'resp_1', status: 'completed', output } }),
    ]);
  },
};

interface Block {
  readonly type: string;
  readonly id?: string;
  readonly name?: string;
  readonly input?: unknown;
  readonly text?: string;
}

/** Puts the events of a stream together as the program does. */
function blocksIn(stream: string): readonly Block[] {
  const blocks: Block[] = [];
  for (const one of stream.split('\n\n').slice(0, -1)) {
    const [name = '', data = ''] = one.split('\ndata: ');
    const { type, index, content_block: block, delta } = JSON.parse(data);
    assert.equal(name, `event: ${type}`);
    if (type === 'content_block_start') blocks[index] = { ...block, input: '' };
    if (type !== 'content_block_delta') continue;
    const { text = '', input = '', ...rest } = blocks[index] ?? { type: '' };
    blocks[index] = {
      ...rest,
      text: `${text}${delta.text ?? ''}`,
      input: `${String(input)}${delta.partial_json ?? ''}`,
    };
  }
  assert.match(stream, /event: message_stop\ndata: [^\n]*\n\n$/);
  return blocks.map(({ type, id, name, input, text }) =>
    type === 'tool_use'
      ? {
          type,
          ...(id !== undefined && { id }),
          ...(name !== undefined && { name }),
          input: JSON.parse(String(input)),
        }
      : { type, text: text ?? '' },
  );
}

interface Scene {
  /** With the path before `/messages`. */
  readonly baseURL: string;
  readonly key: string;
}

/**
 * Sends the recorded request to a gateway whose model, `openai/gpt-5.5`, then calls both tools, and
 * the next request with the results of both calls; returns the blocks of the first answer.
 */
export async function playTurn({ baseURL, key }: Scene): Promise<readonly Block[]> {
  const send = (body: string) =>
    fetch(`${baseURL}/messages?beta=true`, { method: 'POST', headers: headersOf(key), body });
  const answer = await send(FIRST);
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('content-type'), 'text/event-stream; charset=utf-8');
  assert.match(answer.headers.get('x-gateway-warnings') ?? '', /tools\.web_search=ignored/);
  const content = blocksIn(await answer.text());
  const calls = content.filter(({ type }) => type === 'tool_use');
  assert.deepEqual(
    calls.map(({ name, input }) => ({ name, input })),
    CALLS.map(({ name, input }) => ({ name, input })),
  );

  const results = calls.map(({ id, name }) => ({
    type: 'tool_result',
    tool_use_id: id,
    content: `of ${name}`,
  }));
  // The file is a request.
  const first = JSON.parse(FIRST) as { readonly messages: readonly object[] };
  const turns = [
    { role: 'assistant', content },
    { role: 'user', content: results },
  ];
  const next = await send(JSON.stringify({ ...first, messages: [...first.messages, ...turns] }));
  assert.equal(next.status, 200);
  assert.ok(blocksIn(await next.text()).some(({ type }) => type === 'text'));
  return content;
}
