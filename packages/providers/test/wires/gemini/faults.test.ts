import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { classifyAnswer } from '../../../src/http/classify.ts';
import { GEMINI_FAILURES } from '../../../src/wires/gemini/failures.ts';
import { describeFaults } from '../faults.ts';
import { GEMINI, says } from './reading.ts';

const { aDecoder, resultOf, streamOf } = GEMINI;

const HI = says([{ text: 'Hi' }]);
const STOP = says([{ text: '' }], 'STOP');
const called = (functionCall: object) => says([{ functionCall }]);
const failed = (status: string, message = 'x', more: object = {}) => ({
  error: { status, message, ...more },
});
const blocked = (blockReason: string) => ({
  promptFeedback: { blockReason },
  usageMetadata: { promptTokenCount: 9, totalTokenCount: 9 },
  modelVersion: 'm',
});

const detail = (reason: string) => ({ details: [{ '@type': 'x/ErrorInfo', reason }] });

describeFaults('gemini', {
  reading: GEMINI,
  // Nobody hears of it.
  call: {
    events: [HI, called({ name: 'rm', args: { path: '/' } })],
    told: ['start', 'open', 'delta'],
  },
  saying: (sentence) => ({
    hidden: failed('INTERNAL', sentence),
    told: [failed('INVALID_ARGUMENT', sentence)],
  }),
  streams: [
    ['an object of another kind', [{ choices: [] }], 'malformed'],
    ['an error in a list', [`data: ${JSON.stringify([failed('UNAVAILABLE')])}\n\n`], 'overloaded'],
    ['a deadline', [failed('DEADLINE_EXCEEDED')], 'timeout'],
    ['an error with its number alone', [{ error: { code: 503, message: 'x' } }], 'overloaded'],
    ['a refused key', [failed('UNAUTHENTICATED')], 'credential'],
    ['no permission', [failed('PERMISSION_DENIED')], 'credential'],
    ['a region that may not', [failed('FAILED_PRECONDITION')], 'credential'],
    ['no such model', [failed('NOT_FOUND')], 'model'],
    [
      'too long a prompt',
      [
        failed(
          'INVALID_ARGUMENT',
          'The input token count (2) exceeds the maximum number of tokens allowed (1).',
        ),
      ],
      'context',
    ],
    ['a blocked prompt', [blocked('SAFETY')], 'policy'],
    ['a prompt that Model Armor blocked', [blocked('MODEL_ARMOR')], 'policy'],
    ['a malformed call', [says([], 'MALFORMED_FUNCTION_CALL')], 'generation'],
    ['a malformed call after text', [HI, says([], 'MALFORMED_FUNCTION_CALL')], 'generation'],
    ['a call that nobody expects', [says([], 'UNEXPECTED_TOOL_CALL')], 'generation'],
    ['too many calls', [says([], 'TOO_MANY_TOOL_CALLS')], 'generation'],
    ['a stop without anything', [STOP], 'generation'],
    ['a stop without content', [{ candidates: [{ finishReason: 'STOP' }] }], 'generation'],
    ['a signature of nothing', [says([{ text: '', thoughtSignature: 'x' }], 'STOP')], 'generation'],
    ['a call without a name', [called({ args: {} }), STOP], 'generation'],
    ['a call with a list', [called({ name: 'f', args: [1] }), STOP], 'generation'],
    ['a call in pieces', [called({ name: 'f', partialArgs: [] }), STOP], 'generation'],
  ],
  bodies: [
    ['an empty list', '[]', 'malformed'],
    ['no candidates', { candidates: [] }, 'cut-off'],
    ['an error in a list', [failed('UNAVAILABLE')], 'overloaded'],
  ],
  rules: GEMINI_FAILURES,
  statuses: [
    [400, failed('INVALID_ARGUMENT'), 'parameter'],
    [400, failed('INVALID_ARGUMENT', 'x', detail('API_KEY_INVALID')), 'credential'],
    [400, failed('FAILED_PRECONDITION'), 'credential'],
    [
      400,
      failed('INVALID_ARGUMENT', 'The input token count exceeds the maximum number of tokens'),
      'context',
    ],
    [403, failed('PERMISSION_DENIED'), 'credential'],
    [404, failed('NOT_FOUND'), 'model'],
    [429, failed('RESOURCE_EXHAUSTED', 'Quota exceeded, limit: 50'), 'rate-limited'],
    [429, failed('RESOURCE_EXHAUSTED', 'limit: 0'), 'credential'],
    [500, failed('INTERNAL'), 'server'],
    [503, failed('UNAVAILABLE'), 'overloaded'],
    [504, failed('DEADLINE_EXCEEDED'), 'timeout'],
  ],
});

describe('an answer of generateContent', () => {
  it('is whole when its counts break off', () => {
    const { finish, usage } = resultOf([HI, STOP, 'data: {"usageMetadata":{"promptTok']);
    assert.deepEqual([finish?.reason, usage], ['stop', undefined]);
  });

  it('counts sound also where only its last frame tells it', () => {
    const counts = { promptTokenCount: 9, candidatesTokenCount: 1 };
    const promptTokensDetails = [{ modality: 'AUDIO', tokenCount: 8 }];
    const { usage } = resultOf([
      { ...HI, usageMetadata: counts },
      { ...STOP, usageMetadata: { ...counts, promptTokensDetails } },
    ]);
    assert.deepEqual(usage, { inputTokens: 9, inputAudioTokens: 8, outputTokens: 1 });
  });

  it('tells a call once another one follows', () => {
    const decoder = aDecoder();
    decoder.push(streamOf([called({ name: 'a', args: {} })]), []);
    const parts = decoder.push(streamOf([called({ name: 'b', args: {} })]), []);
    assert.deepEqual(
      parts.map((part) => ('name' in part ? part.name : part.type)),
      ['start', 'a', 'delta', 'close'],
    );
  });

  it('gives calls ids of their own where the provider repeats one', () => {
    const twice = says([
      { functionCall: { id: 'x', name: 'f', args: {} } },
      { functionCall: { id: 'x', name: 'f', args: {} } },
    ]);
    const { blocks } = resultOf([twice, STOP]);
    assert.deepEqual(
      blocks.map((block) => ('id' in block ? block.id : '')),
      ['x', 'x_2'],
    );
  });

  it('has an answer although its prompt was thought about', () => {
    const frame = { ...HI, promptFeedback: { blockReason: 'BLOCKED_REASON_UNSPECIFIED' } };
    assert.equal(resultOf([frame, STOP]).finish?.reason, 'stop');
  });

  it('says how long to wait in a detail, or in its sentence', () => {
    const details = [{ '@type': 'x/RetryInfo', retryDelay: '46s' }];
    for (const [error, expected] of [
      [failed('RESOURCE_EXHAUSTED', 'x', { details }), 46_000],
      [failed('RESOURCE_EXHAUSTED', 'Please retry in 10h17m5.7s.'), 37_025_700],
    ] as const) {
      const answer = { status: 429, headers: {}, body: JSON.stringify(error) };
      assert.equal(classifyAnswer(answer, 0, GEMINI_FAILURES).retryAfterMs, expected);
    }
  });
});
