import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FailureClass } from '@model-gateway/core';
import type { ChatPart } from '@model-gateway/core/chat';
import { classifyAnswer } from '../../../src/http/classify.ts';
import { COHERE_FAILURES } from '../../../src/wires/cohere/failures.ts';
import { readCohereUsage } from '../../../src/wires/cohere/usage.ts';
import { describeFaults } from '../faults.ts';
import { COHERE } from './reading.ts';

const { aDecoder, resultOf, streamOf, wholeResultOf } = COHERE;

const HI = { type: 'content-delta', index: 0, delta: { message: { content: { text: 'Hi' } } } };
const ends = (delta: object) => ({ type: 'message-end', delta });
const broken = (error: string) => ends({ finish_reason: 'ERROR', error });
const calls = (called: object, id = 'x', index = 0) => ({
  type: 'tool-call-start',
  index,
  delta: { message: { tool_calls: { id, type: 'function', function: called } } },
});
const CALLED = ends({ finish_reason: 'TOOL_CALL' });

const STATUSES: readonly (readonly [status: number, message: string, failure: FailureClass])[] = [
  [400, 'invalid request: prompt must be at least 1 token long.', 'parameter'],
  [400, 'too many tokens: total number of tokens in the prompt cannot exceed 4081', 'context'],
  [400, 'too many tokens: max tokens must be less than or equal to 4096', 'parameter'],
  [401, 'invalid api token', 'credential'],
  [402, 'Please add or update your payment method', 'credential'],
  [404, "model 'x' not found", 'model'],
  [422, "unknown field: parameter 'x' is not a valid field", 'parameter'],
  [429, 'You are past the per minute request limit, please wait and try again.', 'rate-limited'],
  [429, 'You are using a Trial key, which is limited to 40 API calls / minute.', 'rate-limited'],
  [429, 'You are using a Trial key, which is limited to 1000 API calls / month.', 'credential'],
  [498, 'invalid token', 'credential'],
  [498, 'blocked input: please revise your prompt', 'policy'],
  [499, 'request is cancelled', 'server'],
  [501, 'not implemented', 'server'],
  [503, 'no healthy upstream', 'overloaded'],
  [504, 'gateway timeout', 'timeout'],
];

describeFaults('cohere', {
  reading: COHERE,
  call: {
    events: [calls({ name: 'f', arguments: '{"a":1}' })],
    told: ['start', 'open', 'delta'],
  },
  saying: (sentence) => ({
    hidden: broken(sentence),
    told: [broken(`invalid request: ${sentence}`)],
  }),
  streams: [
    ['counts without a reason', [HI, ends({ usage: { tokens: { input_tokens: 1 } } })], 'cut-off'],
    ['an event without a type', [{ a: 1 }], 'malformed'],
    ['an error without words', [ends({ finish_reason: 'ERROR' })], 'server'],
    ['a time-out', [HI, ends({ finish_reason: 'TIMEOUT' })], 'timeout'],
    ['a time-out in words', [broken('the request timed out')], 'timeout'],
    ['an error of no type', [{ message: 'invalid api token' }], 'server'],
    ['a call without a name', [calls({}), CALLED], 'generation'],
    ['a call that is no object', [calls({ name: 'f', arguments: '7' }), CALLED], 'generation'],
    ['half a call', [calls({ name: 'f', arguments: '{"a"' }), CALLED], 'generation'],
  ],
  bodies: [
    ['no content', { message: { role: 'assistant' } }, 'malformed'],
    ['a failure', { message: { content: [] }, finish_reason: 'TIMEOUT' }, 'timeout'],
    ['a call of nothing', { message: { tool_calls: [{ id: 'x' }] } }, 'generation'],
  ],
  rules: COHERE_FAILURES,
  statuses: STATUSES.map(([status, message, failure]) => [status, { id: 'x', message }, failure]),
});

describe('an answer of Cohere', () => {
  it('may count before it fails', () => {
    const usage = { billed_units: { input_tokens: 3, output_tokens: 1 } };
    const parts: ChatPart[] = [];
    const events = streamOf([HI, ends({ finish_reason: 'ERROR', usage })]);
    assert.throws(() => aDecoder().push(events, parts), { failure: 'server' });
    assert.deepEqual(parts.at(-1), { type: 'usage', usage: { inputTokens: 3, outputTokens: 1 } });
  });

  it('gives calls ids of their own, and ignores input of none', () => {
    const more = {
      type: 'tool-call-delta',
      index: 9,
      delta: { message: { tool_calls: { function: { arguments: '{' } } } },
    };
    const twice = [calls({ name: 'f' }), more, calls({ name: 'f' }), CALLED];
    const ids = resultOf(twice).blocks.map((block) => block.type === 'call' && block.id);
    assert.deepEqual(ids, ['x', 'x_2']);
  });

  it('ends with the calls, whatever its reason says', () => {
    const reasonOf = (...events: object[]) => resultOf(events).finish?.reason;
    assert.equal(reasonOf(calls({ name: 'f' }), ends({ finish_reason: 'COMPLETE' })), 'calls');
    assert.equal(reasonOf(HI, CALLED), 'stop');
    assert.equal(reasonOf(HI, ends({ finish_reason: 'USER_CANCEL' })), 'other');
  });

  it('has a citation that names no content at its first text, once', () => {
    const texts = ['One', 'Two'].map((text) => ({ type: 'text', text }));
    const sources = [{ document: { url: 'https://a.example' } }];
    const citations = [{ start: 0, end: 3, text: 'One', sources }];
    const answer = { message: { content: texts, citations }, finish_reason: 'COMPLETE' };
    const { blocks } = wholeResultOf(answer);
    const noted = blocks.map((block) => 'annotations' in block && block.annotations?.length);
    assert.deepEqual(noted.map(Number), [1, 0]);
  });

  it('that refuses a member which the adapter wrote by itself is no fault of the client', () => {
    const body = JSON.stringify({
      message: "unknown field: parameter 'strict_tools' is not valid",
    });
    const answer = { status: 422, headers: {}, body };
    assert.equal(classifyAnswer(answer, 0, COHERE_FAILURES, ['strict_tools']).failure, 'adapter');
  });
});

describe('counts of Cohere', () => {
  const of = (input: unknown, output: unknown) => ({ input_tokens: input, output_tokens: output });
  const rows = [
    ['what is billed', { billed_units: of(2, 3), tokens: of(9, 9) }, [2, undefined, 3]],
    ['all, where nothing is billed', { tokens: of(9, 8) }, [9, undefined, 8]],
    [
      'what the cache had, as far as billed',
      { billed_units: of(2, 3), cached_tokens: 7 },
      [2, 2, 3],
    ],
    ['no negative ones', { billed_units: of(-1, '3') }, undefined],
    ['nothing', null, undefined],
  ] as const;
  for (const [what, usage, expected] of rows) {
    it(`are ${what}`, () => {
      const read = readCohereUsage(usage);
      const { inputTokens, cacheReadTokens, outputTokens } = read ?? {};
      assert.deepEqual(read && [inputTokens, cacheReadTokens, outputTokens], expected);
    });
  }
});
