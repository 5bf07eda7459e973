import assert from 'node:assert/strict';
import { it } from 'node:test';
import { heardStream, StreamHearing } from '../../src/chat/heard-answer.ts';

const delta = (delta: object, finish: string | null = null) =>
  JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] });
const called = (text: string) => ({ tool_calls: [{ index: 0, function: { arguments: text } }] });

const EVENTS = [
  delta({ role: 'assistant' }),
  delta({ reasoning: 'Hm', content: 'Ra' }),
  delta({ content: 'in' }),
  'not JSON',
  delta({ tool_calls: [{ index: 0, function: { name: 'weather', arguments: '{"a"' } }] }),
  delta(called(':1}')),
  delta({}, 'tool_calls'),
  JSON.stringify({ choices: [], usage: { prompt_tokens: 9, completion_tokens: 5, cost: 0.5 } }),
];

it('a stream that is heard while it comes says the same as one that is read anew', () => {
  const hearing = new StreamHearing('createChatCompletion');
  assert.equal(hearing.answer(), undefined);
  for (const [at, event] of EVENTS.entries()) {
    hearing.hear(event);
    const anew = heardStream('createChatCompletion', EVENTS.slice(0, at + 1));
    assert.deepEqual(hearing.answer(), anew, String(at));
  }
  assert.deepEqual(hearing.answer(), {
    text: 'Rain',
    reasoning: 'Hm',
    refusal: '',
    calls: [{ name: 'weather', args: { a: 1 } }],
    finish: 'tool_calls',
    usage: { input: 9, output: 5, cached: 0, written: 0, reasoning: 0 },
    cost: 0.5,
    pieces: [
      { of: 'text', text: 'Ra', event: 1 },
      { of: 'reasoning', text: 'Hm', event: 1 },
      { of: 'text', text: 'in', event: 2 },
    ],
    deltas: [1, 2, 4, 5],
    others: [],
  });
});
