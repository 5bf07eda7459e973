import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readChatUsage } from '../../../src/wires/openai-chat/usage.ts';

const COUNTS: readonly (readonly [what: string, usage: object, told: object | undefined])[] = [
  ['nothing', {}, undefined],
  ['what is no count', { prompt_tokens: -1, completion_tokens: '7' }, undefined],
  [
    'more than a number holds',
    { prompt_tokens: 2 ** 53, completion_tokens: 3 },
    { outputTokens: 3 },
  ],
  [
    'null details',
    { prompt_tokens: 1, completion_tokens: 2, prompt_tokens_details: null },
    { inputTokens: 1, outputTokens: 2 },
  ],
  [
    'the names of responses',
    { input_tokens: 1, output_tokens: 2, output_tokens_details: { reasoning_tokens: 1 } },
    { inputTokens: 1, outputTokens: 2, reasoningTokens: 1 },
  ],
  [
    'reads beyond the input',
    { prompt_tokens: 4, completion_tokens: 1, prompt_tokens_details: { cached_tokens: 9 } },
    { inputTokens: 13, cacheReadTokens: 9, outputTokens: 1 },
  ],
  [
    'writes within the input',
    {
      prompt_tokens: 9,
      completion_tokens: 1,
      prompt_tokens_details: { cached_tokens: 2, cache_creation_input_tokens: 20 },
    },
    { inputTokens: 9, cacheReadTokens: 2, cacheWriteTokens: 9, outputTokens: 1 },
  ],
  [
    'reasoning beyond the output',
    { prompt_tokens: 1, completion_tokens: 5, completion_tokens_details: { reasoning_tokens: 9 } },
    { inputTokens: 1, outputTokens: 5, reasoningTokens: 5 },
  ],
  [
    'a total with reasoning beside the output',
    {
      prompt_tokens: 1,
      completion_tokens: 5,
      total_tokens: 15,
      completion_tokens_details: { reasoning_tokens: 9 },
    },
    { inputTokens: 1, outputTokens: 14, reasoningTokens: 9 },
  ],
  ['input alone', { prompt_tokens: 3 }, { inputTokens: 3 }],
  [
    'the details of responses',
    { input_tokens: 4, output_tokens: 2, input_tokens_details: { cached_tokens: 3 } },
    { inputTokens: 4, cacheReadTokens: 3, outputTokens: 2 },
  ],
  [
    'reasoning beside the details',
    { prompt_tokens: 1, completion_tokens: 5, reasoning_tokens: 3 },
    { inputTokens: 1, outputTokens: 5, reasoningTokens: 3 },
  ],
  [
    'a cost, without the rule for it',
    { prompt_tokens: 1, completion_tokens: 5, cost: 0.5 },
    { inputTokens: 1, outputTokens: 5 },
  ],
];

describe('counts of an answer', () => {
  for (const [what, usage, told] of COUNTS) {
    it(`are read: ${what}`, () => assert.deepEqual(readChatUsage(usage), told));
  }

  it('add reasoning where the server leaves it out, unless a total contradicts', () => {
    const counts = { completion_tokens: 5, completion_tokens_details: { reasoning_tokens: 9 } };
    const rules = { addsReasoning: true };
    assert.equal(readChatUsage({ prompt_tokens: 1, ...counts }, rules)?.outputTokens, 14);
    const total = { prompt_tokens: 1, total_tokens: 6, ...counts };
    assert.equal(readChatUsage(total, rules)?.outputTokens, 5);
    assert.equal(readChatUsage(total, { addsReasoning: 'always' })?.outputTokens, 14);
  });

  it('have the cost of a server that states it', () => {
    const usage = { prompt_tokens: 1, completion_tokens: 5, cost: 0.0123 };
    assert.equal(readChatUsage(usage, { statesCost: true })?.costUsd, '0.0123');
  });
});
