import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { model, startMockGateway } from '@model-gateway/mock';

const FILE = '../../../providers/test/clients/claude-code/first-turn.json';
const FIRST = readFileSync(new URL(FILE, import.meta.url), 'utf8');
const CALLS = { Read: { file_path: 'a.txt' }, Bash: { command: 'cat b.txt' } };

/** The blocks of a stream of messages, as far as they begin. */
function startsIn(stream: string): readonly Readonly<Record<string, unknown>>[] {
  return stream
    .split('\n')
    .filter((line) => line.startsWith('data: {"type":"content_block_start"'))
    .map((line) => JSON.parse(line.slice('data: '.length)).content_block);
}

describe('a turn of Claude Code in the mock', () => {
  it('calls two tools, from its recorded request, byte for byte', async () => {
    await using gateway = await startMockGateway({ models: [model({ id: 'openai/gpt-5.5' })] });
    gateway.chat({ tools: { contains: 'Read' } }).call(CALLS);
    const send = async (body: string) => {
      const answer = await fetch(`${gateway.baseURL}/messages?beta=true`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${gateway.apiKey}`,
          'content-type': 'application/json',
          'anthropic-version': '2023-06-01',
          'anthropic-beta': 'claude-code-20250219,interleaved-thinking-2025-05-14',
          'x-app': 'cli',
        },
        body,
      });
      const text = await answer.text();
      assert.equal(answer.status, 200, text);
      assert.match(answer.headers.get('x-gateway-warnings') ?? '', /tools\.web_search=ignored/);
      assert.match(text, /event: message_stop\ndata: [^\n]*\n\n$/);
      return startsIn(text);
    };
    const calls = (await send(FIRST)).filter(({ type }) => type === 'tool_use');
    assert.deepEqual(
      calls.map(({ name }) => name),
      ['Read', 'Bash'],
    );
    const content = calls.map(({ id, name }) => ({
      type: 'tool_use',
      id,
      name,
      input: CALLS[name as keyof typeof CALLS],
    }));
    const results = calls.map(({ id, name }) => ({
      type: 'tool_result',
      tool_use_id: id,
      content: `of ${String(name)}`,
    }));
    // The file is a request.
    const first = JSON.parse(FIRST) as { readonly messages: readonly object[] };
    const messages = [
      ...first.messages,
      { role: 'assistant', content },
      { role: 'user', content: results },
    ];
    const after = await send(JSON.stringify({ ...first, messages }));
    assert.ok(after.some(({ type }) => type === 'text'));
    gateway.requests('createMessage').expectCount(2);
  });
});
