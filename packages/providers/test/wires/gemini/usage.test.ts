import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChatUsage } from '@model-gateway/core/chat';
import { GeminiUsage } from '../../../src/wires/gemini/usage.ts';

const PROMPT = { promptTokenCount: 20, candidatesTokenCount: 5 };

describe('the counts of generateContent', () => {
  const counts: readonly (readonly [what: string, metadata: unknown, usage?: ChatUsage])[] = [
    ['nothing', undefined],
    ['an empty object', {}],
    ['texts', { promptTokenCount: '20' }],
    ['a prompt and an answer', PROMPT, { inputTokens: 20, outputTokens: 5 }],
    ['a prompt alone', { promptTokenCount: 9 }, { inputTokens: 9 }],
    ['an answer alone', { candidatesTokenCount: 5 }, { outputTokens: 5 }],
    ['thoughts alone', { thoughtsTokenCount: 5 }, { outputTokens: 5, reasoningTokens: 5 }],
    [
      'explicit zeros',
      { promptTokenCount: 0, candidatesTokenCount: 0 },
      { inputTokens: 0, outputTokens: 0 },
    ],
    [
      'thoughts beside the answer',
      { ...PROMPT, thoughtsTokenCount: 3, totalTokenCount: 28 },
      { inputTokens: 20, outputTokens: 8, reasoningTokens: 3 },
    ],
    [
      'thoughts within the answer, as the total shows',
      { ...PROMPT, thoughtsTokenCount: 3, totalTokenCount: 25 },
      { inputTokens: 20, outputTokens: 5, reasoningTokens: 3 },
    ],
    [
      'thoughts without a total',
      { ...PROMPT, thoughtsTokenCount: 3 },
      { inputTokens: 20, outputTokens: 8, reasoningTokens: 3 },
    ],
    [
      'thoughts beside an answer that is shorter, whatever the total',
      { ...PROMPT, thoughtsTokenCount: 6, totalTokenCount: 25 },
      { inputTokens: 20, outputTokens: 11, reasoningTokens: 6 },
    ],
    [
      'a cache, which the prompt contains',
      { ...PROMPT, cachedContentTokenCount: 16 },
      { inputTokens: 20, cacheReadTokens: 16, outputTokens: 5 },
    ],
    [
      'more cached than there is',
      { ...PROMPT, cachedContentTokenCount: 99 },
      { inputTokens: 20, cacheReadTokens: 20, outputTokens: 5 },
    ],
    [
      'what tools of the provider added to the prompt',
      { ...PROMPT, toolUsePromptTokenCount: 7, thoughtsTokenCount: 3, totalTokenCount: 35 },
      { inputTokens: 27, outputTokens: 8, reasoningTokens: 3 },
    ],
    [
      'sound, of which a part was cached',
      {
        ...PROMPT,
        cachedContentTokenCount: 6,
        promptTokensDetails: [
          { modality: 'TEXT', tokenCount: 10 },
          { modality: 'AUDIO', tokenCount: 10 },
        ],
        cacheTokensDetails: [{ modality: 'AUDIO', tokenCount: 6 }],
      },
      { inputTokens: 20, cacheReadTokens: 6, inputAudioTokens: 4, outputTokens: 5 },
    ],
  ];
  for (const [what, metadata, usage] of counts) {
    it(`are read: ${what}`, () => assert.deepEqual(new GeminiUsage().add(metadata), usage));
  }

  it('are those of earlier frames where a later one has none', () => {
    const usage = new GeminiUsage();
    const told = usage.add({
      ...PROMPT,
      thoughtsTokenCount: 3,
      totalTokenCount: 25,
      promptTokensDetails: [{ modality: 'AUDIO', tokenCount: 10 }],
    });
    assert.deepEqual(usage.add({ promptTokensDetails: null }), told);
    assert.deepEqual([told?.outputTokens, told?.inputAudioTokens], [5, 10]);
  });

  it('are those that were told last, where a later frame leaves some out', () => {
    const counts = new GeminiUsage();
    assert.equal(counts.add(undefined), undefined);
    counts.add({ promptTokenCount: 9, candidatesTokenCount: 5, totalTokenCount: 14 });
    counts.add({ promptTokenCount: 9, candidatesTokenCount: null, thoughtsTokenCount: 2 });
    const told = { inputTokens: 9, outputTokens: 7, reasoningTokens: 2 };
    assert.deepEqual(counts.add({ promptTokenCount: 9 }), told);
    assert.deepEqual(counts.add(null), told);
  });
});
