import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { encodeResponse } from '@model-gateway/core/http';
import { bearer, post } from '../../builders.ts';
import {
  aChatGateway,
  anEndpoint,
  aTalker,
  delta,
  DONE,
  MODEL,
  reads,
  START,
  says,
  usage,
} from '../chat-builders.ts';
import { eventsOf, rejoin } from './events.ts';

/* A turn of Claude Code 2.1.330, as its requests were recorded: headers, members and order. */

const SEARCH = { type: 'web_search_20250305', name: 'web_search', max_uses: 8 };
const toolOf = (name: string, member: string) => ({
  name,
  description: `The tool ${name}.`,
  input_schema: {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    properties: { [member]: { type: 'string' } },
    required: [member],
    additionalProperties: false,
  },
});
const ephemeral = { type: 'ephemeral' };

/** The body of a request after these turns. */
const bodyOf = (turns: readonly object[]) => ({
  model: MODEL,
  messages: [
    {
      role: 'user',
      content: [
        { type: 'text', text: '<system-reminder>Today is 2026-11-25.</system-reminder>' },
        { type: 'text', text: 'What is in a.txt and b.txt?', cache_control: ephemeral },
      ],
    },
    ...turns,
  ],
  system: [
    { type: 'text', text: 'x-anthropic-billing-header: cc_version=2.1.330.5a1; cch=0d4f1;' },
    { type: 'text', text: 'You are Claude Code.', cache_control: ephemeral },
    { type: 'text', text: 'Be concise.', cache_control: ephemeral },
  ],
  tools: [toolOf('Bash', 'command'), toolOf('Read', 'file_path'), SEARCH],
  metadata: {
    user_id: JSON.stringify({
      device_id: 'd'.repeat(64),
      account_uuid: '',
      session_id: 's'.repeat(36),
    }),
  },
  max_tokens: 32_000,
  thinking: { type: 'enabled', budget_tokens: 31_999, display: 'omitted' },
  context_management: { edits: [{ type: 'clear_thinking_20251015', keep: 'all' }] },
  stream: true,
});

const HEADERS = {
  ...bearer(),
  accept: 'application/json',
  'anthropic-version': '2023-06-01',
  'anthropic-beta':
    'claude-code-20250219,interleaved-thinking-2025-05-14,context-management-2025-06-27,' +
    'thinking-token-count-2026-05-13,advanced-tool-use-2025-11-20',
  'anthropic-dangerous-direct-browser-access': 'true',
  'x-app': 'cli',
  'x-claude-code-session-id': '9f0c7c52-7f4e-4b0e-8a53-3c1f0a6f7d11',
  'x-stainless-retry-count': '0',
};

const call = (block: number, id: string, name: string) =>
  ({ type: 'open', block, kind: 'call', id, name, by: 'client' }) as const;

/** Calls both tools at once, as OpenAI's wire streams them. */
const CALLS = reads(
  [
    START,
    { type: 'open', block: 0, kind: 'text' },
    delta('Reading both.'),
    { type: 'close', block: 0 },
  ],
  [call(1, 'call_a', 'Read'), call(2, 'call_b', 'Bash')],
  [delta('{"file_path":', 1), delta('{"command":"cat b.txt"}', 2), delta('"a.txt"}', 1)],
  [
    { type: 'close', block: 1 },
    { type: 'close', block: 2 },
  ],
  [{ type: 'finish', reason: 'calls', raw: 'tool_calls' }],
  [usage({ inputTokens: 100, outputTokens: 20 }), DONE],
);

describe('a turn of Claude Code', () => {
  const talker = aTalker(
    'one',
    [CALLS, says(['Two files.'])],
    anEndpoint({
      maxOutputTokens: 64_000,
      contextTokens: 200_000,
      pricing: { prompt: '0', completion: '0' },
    }),
  );
  const { gateway } = aChatGateway([talker]);

  async function send(turns: readonly object[]) {
    const path = '/messages?beta=true';
    const response = await post(gateway, path, bodyOf(turns), { headers: HEADERS });
    const { status, headers, steps } = encodeResponse(response);
    assert.equal(status, 200);
    const chunks: Uint8Array[] = [];
    for await (const step of steps ?? []) chunks.push(...step);
    const text = Buffer.concat(chunks).toString();
    return { headers, events: eventsOf(text.split(/(?<=\n\n)/)) };
  }

  it('calls two tools, sends their results, and reads the answer', async () => {
    const first = await send([]);
    assert.equal(
      first.headers['x-gateway-warnings'],
      'context_management=ignored, tools.web_search=ignored, anthropic-beta=ignored, ' +
        'system.x-anthropic-billing-header=ignored',
    );
    const content = rejoin(first.events);
    assert.deepEqual(
      content.slice(1).map(({ id, name, input }) => [id, name, input]),
      [
        ['call_a', 'Read', { file_path: 'a.txt' }],
        ['call_b', 'Bash', { command: 'cat b.txt' }],
      ],
    );
    const results = ['call_a', 'call_b'].map((id) => ({
      type: 'tool_result',
      tool_use_id: id,
      content: `of ${id}`,
    }));
    const second = await send([
      { role: 'assistant', content },
      { role: 'user', content: results },
    ]);
    assert.equal(rejoin(second.events)[0]?.['text'], 'Two files.');
    assert.equal(second.events.at(-2)?.delta?.['stop_reason'], 'end_turn');
    const [before, after] = talker.jobs.map(({ request }) => request.messages);
    // What went before is the same, so that it is found in the prompt cache.
    assert.deepEqual(after?.slice(0, before?.length), before);
    assert.deepEqual(
      after?.at(-1)?.blocks.map((block) => block.type === 'result' && block.id),
      ['call_a', 'call_b'],
    );
  });
});
