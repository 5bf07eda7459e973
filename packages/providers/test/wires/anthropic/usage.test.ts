import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChatUsage } from '@model-gateway/core/chat';
import { MessageUsage } from '../../../src/wires/anthropic/usage.ts';

const RUN = { type: 'message', input_tokens: 90, output_tokens: 40 };

describe('the counts of messages', () => {
  const counts: readonly (readonly [what: string, usage: unknown, read?: ChatUsage])[] = [
    ['nothing', undefined],
    ['input alone', { input_tokens: 9 }, { inputTokens: 9 }],
    [
      'output alone, without a cache that belongs to no input',
      { output_tokens: 5, cache_read_input_tokens: 3, cache_creation_input_tokens: 2 },
      { outputTokens: 5 },
    ],
    [
      'all runs of a model that compacted the conversation',
      {
        input_tokens: 10,
        output_tokens: 4,
        iterations: [{ type: 'compaction', input_tokens: 30 }, RUN],
      },
      { inputTokens: 120, cacheReadTokens: 0, cacheWriteTokens: 0, outputTokens: 40 },
    ],
    [
      'only the run of the model that answered in place of another',
      {
        input_tokens: 10,
        output_tokens: 4,
        iterations: [RUN, { type: 'fallback_message', input_tokens: 10, output_tokens: 4 }],
      },
      { inputTokens: 10, outputTokens: 4 },
    ],
  ];
  for (const [what, usage, read] of counts) {
    it(`are read: ${what}`, () => assert.deepEqual(new MessageUsage().add(usage), read));
  }

  it('keep the runs where a later event has null', () => {
    const usage = new MessageUsage();
    usage.add({ input_tokens: 10, output_tokens: 1, iterations: [RUN] });
    assert.equal(usage.add({ output_tokens: 4, iterations: null })?.inputTokens, 90);
  });
});
