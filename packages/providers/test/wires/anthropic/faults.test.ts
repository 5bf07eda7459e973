import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FailureClass } from '@model-gateway/core';
import { classifyAnswer } from '../../../src/http/classify.ts';
import { MESSAGE_FAILURES } from '../../../src/wires/anthropic/failures.ts';
import { aDecoder, resultOf, streamOf, wholeResultOf } from './decoded.ts';

const usage = { input_tokens: 9, output_tokens: 1 };
const START = { type: 'message_start', message: { id: 'msg_1', model: 'm', content: [], usage } };
const HI = {
  type: 'content_block_delta',
  index: 0,
  delta: { type: 'text_delta', text: 'Hi' },
};
const ended = (stop_reason: string) => ({
  type: 'message_delta',
  delta: { stop_reason },
  usage: { output_tokens: 5 },
});
const STOP = { type: 'message_stop' };
const error = (type: string, message = 'x', more: object = {}) => ({
  type: 'error',
  error: { type, message, ...more },
  request_id: 'req_1',
});
const call = (input: string, more: object = {}) => [
  {
    type: 'content_block_start',
    index: 0,
    content_block: { type: 'tool_use', id: 'c', name: 'f', input: {}, ...more },
  },
  {
    type: 'content_block_delta',
    index: 0,
    delta: { type: 'input_json_delta', partial_json: input },
  },
  { type: 'content_block_stop', index: 0 },
];

describe('a stream of Anthropic', () => {
  const faults: readonly (readonly [
    what: string,
    events: readonly (object | string)[],
    failure: FailureClass,
  ])[] = [
    ['nothing', [], 'malformed'],
    ['only pings', [{ type: 'ping' }, ': hm\n\n'], 'malformed'],
    ['a page in HTML', ['<html>\n<body>502</body>\n</html>\n\n'], 'malformed'],
    ['no end', [START, HI], 'cut-off'],
    ['the mark of another interface for an end', [START, HI, 'data: [DONE]\n\n'], 'cut-off'],
    ['half an event', [START, 'event: x\ndata: {"type":"message_st'], 'cut-off'],
    ['an event that is not JSON', [START, 'data: oops\n\n'], 'malformed'],
    ['an event that is a list', [START, 'data: []\n\n'], 'malformed'],
    ['an overload for a start', [error('overloaded_error')], 'overloaded'],
    ['an overload', [START, HI, error('overloaded_error')], 'overloaded'],
    ['a limit', [START, error('rate_limit_error')], 'rate-limited'],
    ['an error of the server', [START, HI, error('api_error')], 'server'],
    ['its time over', [START, error('timeout_error')], 'timeout'],
    ['a refused parameter', [error('invalid_request_error')], 'parameter'],
    ['a refused key', [error('authentication_error')], 'credential'],
    ['too long a prompt', [error('invalid_request_error', 'prompt is too long: 9 > 8')], 'context'],
    ['an error in words', ['event: error\ndata: It broke.\n\n'], 'server'],
    [
      'an error without a name',
      [`data: ${JSON.stringify(error('overloaded_error'))}\n\n`],
      'overloaded',
    ],
    ['a call that is not JSON', [START, ...call('{"a":'), ended('tool_use'), STOP], 'generation'],
    ['a call with a list', [START, ...call('[1]'), ended('tool_use'), STOP], 'generation'],
    ['a call without a name', [START, ...call('{}', { name: '' })], 'generation'],
    ['input of no call', [START, call('{}')[1] ?? {}], 'generation'],
    ['more behind half a call', [START, ...call('{"a":'), ...call('{}')], 'generation'],
  ];
  for (const [what, events, failure] of faults) {
    it(`with ${what} fails as ${failure}`, () => {
      assert.throws(() => resultOf(events), { failure });
    });
  }

  it('is complete with its stop reason and not before, so that a reset takes nothing away', () => {
    const decoder = aDecoder();
    decoder.push(streamOf([START, HI]));
    assert.equal(decoder.isComplete, false);
    decoder.push(streamOf([ended('end_turn')]));
    assert.equal(decoder.isComplete, true);
    assert.deepEqual(
      decoder.end().map(({ type }) => type),
      ['close', 'finish', 'done'],
    );
  });

  it('has nothing after its last event', () => {
    const { blocks } = resultOf([START, HI, ended('end_turn'), STOP, HI, error('api_error')]);
    assert.deepEqual(blocks, [{ type: 'text', text: 'Hi' }]);
  });

  it('has no complete call when it breaks off in one', () => {
    const decoder = aDecoder();
    const parts = decoder.push(streamOf([START, ...call('{"a":1}').slice(0, 2)]));
    assert.ok(!parts.some(({ type }) => type === 'close'));
    assert.throws(() => decoder.end(), { failure: 'cut-off' });
  });

  it('has at most a thousand calls', () => {
    const calls = Array.from({ length: 1001 }, (_, at) => call('{}', { id: `c${at}` })).flat();
    assert.throws(() => resultOf([START, ...calls, ended('tool_use'), STOP]), {
      failure: 'malformed',
    });
  });

  it('has counts that are none for what is no count', () => {
    const odd = {
      ...START,
      message: { ...START.message, usage: { input_tokens: -1, output_tokens: 'x' } },
    };
    const { usage: counts } = resultOf([odd, HI, { ...ended('end_turn'), usage: null }, STOP]);
    assert.equal(counts, undefined);
    const parts = { output_tokens: 3, output_tokens_details: { thinking_tokens: 9 } };
    const { usage: bound } = resultOf([START, HI, { ...ended('end_turn'), usage: parts }, STOP]);
    assert.equal(bound?.reasoningTokens, 3);
  });
});

describe('a message of Anthropic in JSON', () => {
  const faults: readonly (readonly [answer: unknown, failure: FailureClass])[] = [
    ['{"type":"mess', 'malformed'],
    [[1], 'malformed'],
    [{}, 'malformed'],
    [{ type: 'message' }, 'malformed'],
    [error('overloaded_error'), 'overloaded'],
    [{ error: { type: 'invalid_request_error', message: 'No' } }, 'parameter'],
  ];
  for (const [answer, failure] of faults) {
    it(`fails as ${failure}: ${JSON.stringify(answer)}`, () => {
      assert.throws(() => wholeResultOf(answer), { failure });
    });
  }
});

describe('a refusal of Anthropic', () => {
  const limits =
    'You have reached your specified API usage limits. You will regain access on 2026-12-01.';
  const refusals: readonly (readonly [
    status: number,
    type: string,
    message: string,
    failure: FailureClass,
    details?: object,
  ])[] = [
    [400, 'invalid_request_error', 'max_tokens: Field required', 'parameter'],
    [400, 'invalid_request_error', limits, 'credential'],
    [
      400,
      'invalid_request_error',
      'Your credit balance is too low to access the API',
      'credential',
    ],
    [
      400,
      'invalid_request_error',
      'prompt is too long: 1000001 tokens > 1000000 maximum',
      'context',
    ],
    [
      400,
      'invalid_request_error',
      'input length and `max_tokens` exceed context limit: 199000 + 8000 > 200000',
      'context',
    ],
    [400, 'invalid_request_error', 'Output blocked by content filtering policy', 'policy'],
    [400, 'invalid_request_error', 'x', 'credential', { error_code: 'organization_on_hold' }],
    [401, 'authentication_error', 'invalid x-api-key', 'credential'],
    [402, 'billing_error', 'x', 'credential'],
    [403, 'permission_error', 'x', 'credential'],
    [404, 'not_found_error', 'model: claude-9', 'model'],
    [409, 'conflict_error', 'x', 'server'],
    [413, 'request_too_large', 'x', 'too-large'],
    [429, 'rate_limit_error', 'x', 'rate-limited'],
    [429, 'rate_limit_error', 'x', 'credential', { error_code: 'enforced_spend_limit_reached' }],
    [500, 'api_error', 'x', 'server'],
    [504, 'timeout_error', 'x', 'timeout'],
    [529, 'overloaded_error', 'x', 'overloaded'],
  ];
  for (const [status, type, message, failure, details] of refusals) {
    it(`is ${failure}: ${status} ${type}, ${message}`, () => {
      const body = JSON.stringify(error(type, message, details && { details }));
      const thrown = classifyAnswer({ status, headers: {}, body }, 0, MESSAGE_FAILURES);
      assert.equal(thrown.failure, failure);
    });
  }

  it('says how long to wait, also by the time at which its limits renew', () => {
    const headers = {
      'anthropic-ratelimit-requests-remaining': '0',
      'anthropic-ratelimit-requests-reset': '2026-11-26T00:00:07Z',
    };
    const body = JSON.stringify(error('rate_limit_error'));
    const now = Date.parse('2026-11-26T00:00:00Z');
    const { retryAfterMs } = classifyAnswer({ status: 429, headers, body }, now, MESSAGE_FAILURES);
    assert.equal(retryAfterMs, 7000);
  });
});
