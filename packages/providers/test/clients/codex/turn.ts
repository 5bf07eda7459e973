import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { script, type FakeReply } from '@model-gateway/providers/testing';
import { sealOf } from '../../../src/fakes/openai-responses-refusals.ts';

/*
 * The first request of Codex CLI 0.169.0 to a provider of one's own, played byte for byte, and the
 * next one as Codex makes it of the answer. The file has the members, the tools and the kinds of
 * items that the program was seen to send; its texts are short. The program itself is not run.
 */

export const fileOf = (name: string) => new URL(name, import.meta.url);
export const FIRST = readFileSync(fileOf('first-turn.json'), 'utf8');

type Item = Readonly<Record<string, unknown>> & { readonly type: string };

interface Request {
  readonly input: readonly Item[];
}

const headersOf = (key: string) => ({
  authorization: `Bearer ${key}`,
  accept: 'text/event-stream',
  'content-type': 'application/json',
  originator: 'codex_exec',
  'session-id': '0199a1b2-0000-7000-8000-000000000001',
  'thread-id': '0199a1b2-0000-7000-8000-000000000001',
  'x-client-request-id': '0199a1b2-0000-7000-8000-000000000001',
  'x-codex-beta-features': '',
  'x-codex-window-id': '0199a1b2-0000-7000-8000-000000000001:0',
  'x-codex-turn-metadata': '{"turn_id":"1"}',
});

export const CALLS = [
  { call_id: 'call_1', name: 'exec_command', arguments: '{"cmd":"ls"}' },
  { call_id: 'call_2', name: 'agents__spawn_agent', arguments: '{"message":"Read README.md"}' },
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
      chunk({ role: 'assistant', content: '' }),
      ...CALLS.map(({ call_id: id, name, arguments: json }, index) =>
        chunk({
          tool_calls: [{ index, id, type: 'function', function: { name, arguments: json } }],
        }),
      ),
      chunk({}, 'tool_calls'),
      'data: [DONE]\n\n',
    ]),
  responses() {
    const reasoning = {
      type: 'reasoning',
      id: 'rs_1',
      summary: [{ type: 'summary_text', text: 'I look.' }],
      encrypted_content: sealOf('rs_1'),
    };
    const output = [reasoning, ...CALLS.map((call) => ({ type: 'function_call', ...call }))];
    const response = { id: 'resp_1', status: 'completed', output };
    return script([
      event('response.created', { response: { id: 'resp_1', status: 'in_progress' } }),
      ...output.map((item, place) =>
        event('response.output_item.done', { output_index: place, item }),
      ),
      event('response.completed', { response }),
    ]);
  },
};

interface Scene {
  /** With the path before `/responses`. */
  readonly baseURL: string;
  readonly key: string;
}

/** Sends a request of Codex. */
export function send({ baseURL, key }: Scene, body: string): Promise<Response> {
  return fetch(`${baseURL}/responses`, { method: 'POST', headers: headersOf(key), body });
}

/**
 * Sends the recorded request to a gateway whose model, `openai/gpt-5.5`, then calls both tools, and
 * the next request with the results of both calls; returns the first answer and the last message.
 */
export async function playTurn(scene: Scene) {
  const answer = await send(scene, FIRST);
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('content-type'), 'text/event-stream; charset=utf-8');
  const stream = await answer.text();
  const calls = itemsIn(stream).filter(({ type }) => type === 'function_call');
  assert.deepEqual(
    calls.map(({ name, namespace }) => [name, namespace]),
    [
      ['exec_command', undefined],
      ['spawn_agent', 'agents'],
    ],
  );
  const after = await send(scene, nextOf(itemsIn(stream)));
  assert.equal(after.status, 200);
  const [message] = itemsIn(await after.text()).filter(({ type }) => type === 'message');
  return { stream, said: JSON.stringify(message) };
}

/** Items that were done, which is all that Codex reads besides the end. */
function itemsIn(stream: string): readonly Item[] {
  const events = stream.split('\n\n').slice(0, -1);
  const last = events.at(-1) ?? '';
  assert.ok(last.startsWith('event: response.completed\n'), last);
  return events
    .filter((one) => one.startsWith('event: response.output_item.done\n'))
    .map((one) => JSON.parse(one.slice(one.indexOf('data: ') + 6)).item);
}

/** The next request: Codex leaves out the ids and statuses of items, and answers each call. */
function nextOf(items: readonly Item[]): string {
  const echoed = items.map((item) =>
    Object.fromEntries(Object.entries(item).filter(([name]) => !['id', 'status'].includes(name))),
  );
  const outputs = items
    .filter(({ type }) => type === 'function_call')
    .map(({ call_id: id }) => ({ type: 'function_call_output', call_id: id, output: 'README.md' }));
  // The file is a request.
  const first = JSON.parse(FIRST) as Request;
  return JSON.stringify({ ...first, input: [...first.input, ...echoed, ...outputs] });
}
