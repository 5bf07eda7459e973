import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FailureClass } from '@model-gateway/core';
import type { ChatPart } from '@model-gateway/core/chat';
import { classifyAnswer } from '../../../src/http/classify.ts';
import { GEMINI_FAILURES } from '../../../src/wires/gemini/failures.ts';
import { aDecoder, resultOf, says, streamOf, wholeResultOf } from './decoded.ts';

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

describe('a stream of generateContent', () => {
  const faults: readonly (readonly [
    what: string,
    frames: readonly (object | string)[],
    failure: FailureClass,
  ])[] = [
    ['nothing', [], 'malformed'],
    ['only comments', [': ping\n\n'], 'malformed'],
    ['only a mark of another interface', ['data: [DONE]\n\n'], 'malformed'],
    ['a page in HTML', ['<html>\n<body>502</body>\n</html>\n\n'], 'malformed'],
    ['no end', [HI], 'cut-off'],
    ['the mark of another interface for an end', [HI, 'data: [DONE]\n\n'], 'cut-off'],
    ['half a frame', [HI, 'data: {"candidates":[{"finishRea'], 'cut-off'],
    ['a frame that is not JSON', ['data: oops\n\n'], 'malformed'],
    ['null', ['data: null\n\n'], 'malformed'],
    ['a number', ['data: 7\n\n'], 'malformed'],
    ['a list of numbers', ['data: [7]\n\n'], 'malformed'],
    ['an object of another kind', [{ choices: [] }], 'malformed'],
    ['an error', [failed('INTERNAL')], 'server'],
    ['an error in a list', [`data: ${JSON.stringify([failed('UNAVAILABLE')])}\n\n`], 'overloaded'],
    ['an error after text', [HI, failed('UNAVAILABLE')], 'overloaded'],
    ['a limit', [failed('RESOURCE_EXHAUSTED')], 'rate-limited'],
    ['a deadline', [failed('DEADLINE_EXCEEDED')], 'timeout'],
    ['an error with its number alone', [{ error: { code: 503, message: 'x' } }], 'overloaded'],
    ['an error in words', ['event: error\ndata: It broke.\n\n'], 'server'],
    ['a refused key', [failed('UNAUTHENTICATED')], 'credential'],
    ['no permission', [failed('PERMISSION_DENIED')], 'credential'],
    ['a region that may not', [failed('FAILED_PRECONDITION')], 'credential'],
    ['no such model', [failed('NOT_FOUND')], 'model'],
    ['a wrong parameter', [failed('INVALID_ARGUMENT')], 'parameter'],
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
  ];
  for (const [what, frames, failure] of faults) {
    it(`with ${what} fails as ${failure}`, () => {
      assert.throws(() => resultOf(frames), { failure });
    });
  }

  it('is complete with a finish reason, so that a reset takes nothing away', () => {
    const decoder = aDecoder();
    decoder.push(streamOf([HI]));
    assert.equal(decoder.isComplete, false);
    decoder.push(streamOf([STOP]));
    assert.equal(decoder.isComplete, true);
    assert.deepEqual(
      decoder.end().map(({ type }) => type),
      ['close', 'finish', 'done'],
    );
  });

  it('keeps what was said before an error in the same read', () => {
    const parts: ChatPart[] = [];
    const bytes = streamOf([HI, failed('UNAVAILABLE')]);
    assert.throws(() => aDecoder().push(bytes, parts), { failure: 'overloaded' });
    assert.deepEqual(
      parts.map(({ type }) => type),
      ['start', 'open', 'delta'],
    );
  });

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

  it('tells nothing of a call when it breaks off behind it', () => {
    const decoder = aDecoder();
    const parts = decoder.push(streamOf([HI, called({ name: 'rm', args: { path: '/' } })]));
    assert.deepEqual(
      parts.map(({ type }) => type),
      ['start', 'open', 'delta'],
    );
    assert.throws(() => decoder.end(), { failure: 'cut-off' });
  });

  it('tells a call once another one follows', () => {
    const decoder = aDecoder();
    decoder.push(streamOf([called({ name: 'a', args: {} })]));
    const parts = decoder.push(streamOf([called({ name: 'b', args: {} })]));
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

  it('never quotes a sentence of the provider, unless the client can do something about it', () => {
    const message = 'the sentence of the server';
    assert.throws(
      () => resultOf([failed('INTERNAL', message)]),
      (thrown: Error) => !thrown.message.includes(message),
    );
    assert.throws(() => resultOf([failed('INVALID_ARGUMENT', message)]), { message });
  });
});

describe('an answer of generateContent in JSON', () => {
  const faults: readonly (readonly [what: string, body: unknown, failure: FailureClass])[] = [
    ['nothing', '', 'malformed'],
    ['an empty list', '[]', 'malformed'],
    ['an empty object', '{}', 'malformed'],
    ['no candidates', { candidates: [] }, 'cut-off'],
    ['an error with success', failed('UNAVAILABLE'), 'overloaded'],
    ['an error in a list', [failed('UNAVAILABLE')], 'overloaded'],
    ['half of it', '{"candidates":[{"content"', 'malformed'],
    ['a blocked prompt', blocked('PROHIBITED_CONTENT'), 'policy'],
  ];
  for (const [what, body, failure] of faults) {
    it(`with ${what} fails as ${failure}`, () => {
      assert.throws(() => wholeResultOf(body), { failure });
    });
  }
});

describe('a status of Google', () => {
  const detail = (reason: string) => ({ details: [{ '@type': 'x/ErrorInfo', reason }] });
  const answers: readonly (readonly [
    what: string,
    status: number,
    error: object,
    failure: FailureClass,
  ])[] = [
    ['a wrong parameter', 400, failed('INVALID_ARGUMENT'), 'parameter'],
    ['a wrong key', 400, failed('INVALID_ARGUMENT', 'x', detail('API_KEY_INVALID')), 'credential'],
    ['a wrong region', 400, failed('FAILED_PRECONDITION'), 'credential'],
    [
      'a prompt that is too long',
      400,
      failed('INVALID_ARGUMENT', 'The input token count exceeds the maximum number of tokens'),
      'context',
    ],
    ['no permission', 403, failed('PERMISSION_DENIED'), 'credential'],
    ['no such model', 404, failed('NOT_FOUND'), 'model'],
    ['a limit', 429, failed('RESOURCE_EXHAUSTED', 'Quota exceeded, limit: 50'), 'rate-limited'],
    ['a plan without the model', 429, failed('RESOURCE_EXHAUSTED', 'limit: 0'), 'credential'],
    ['an error of its own', 500, failed('INTERNAL'), 'server'],
    ['an overload', 503, failed('UNAVAILABLE'), 'overloaded'],
    ['a deadline', 504, failed('DEADLINE_EXCEEDED'), 'timeout'],
  ];
  for (const [what, status, error, failure] of answers) {
    it(`${status} for ${what} is ${failure}`, () => {
      const body = JSON.stringify(error);
      const thrown = classifyAnswer({ status, headers: {}, body }, 0, GEMINI_FAILURES);
      assert.equal(thrown.failure, failure);
    });
  }

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
