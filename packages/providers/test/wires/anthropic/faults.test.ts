import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { FailureClass } from '@model-gateway/core';
import { classifyAnswer } from '../../../src/http/classify.ts';
import { MESSAGE_FAILURES } from '../../../src/wires/anthropic/failures.ts';
import { describeFaults } from '../faults.ts';
import { ANTHROPIC } from './reading.ts';

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

const LIMITS =
  'You have reached your specified API usage limits. You will regain access on 2026-12-01.';
const STATUSES: readonly (readonly [
  status: number,
  type: string,
  message: string,
  failure: FailureClass,
  details?: object,
])[] = [
  [400, 'invalid_request_error', 'max_tokens: Field required', 'parameter'],
  [400, 'invalid_request_error', LIMITS, 'credential'],
  [400, 'invalid_request_error', 'Your credit balance is too low to access the API', 'credential'],
  [400, 'invalid_request_error', 'prompt is too long: 1000001 tokens > 1000000 maximum', 'context'],
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

describeFaults('anthropic', {
  reading: ANTHROPIC,
  call: { events: [START, ...call('{"a":1}').slice(0, 2)], told: ['start', 'open', 'delta'] },
  saying: (sentence) => ({
    hidden: error('api_error', sentence),
    told: [error('invalid_request_error', sentence)],
  }),
  streams: [
    ['only pings', [{ type: 'ping' }, ': hm\n\n'], 'malformed'],
    ['an event that is a list', [START, 'data: []\n\n'], 'malformed'],
    ['its time over', [START, error('timeout_error')], 'timeout'],
    ['a refused key', [START, error('authentication_error')], 'credential'],
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
    [
      'more than a thousand calls',
      [START, ...Array.from({ length: 1001 }, (_, at) => call('{}', { id: `c${at}` })).flat()],
      'malformed',
    ],
  ],
  bodies: [
    ['a message of nothing', { type: 'message' }, 'malformed'],
    [
      'an error without its type',
      { error: { type: 'invalid_request_error', message: 'No' } },
      'parameter',
    ],
  ],
  rules: MESSAGE_FAILURES,
  statuses: STATUSES.map(([status, type, message, failure, details]) => [
    status,
    error(type, message, details && { details }),
    failure,
  ]),
});

it('an answer of Anthropic has no counts where something else stands', () => {
  const odd = {
    ...START,
    message: { ...START.message, usage: { input_tokens: -1, output_tokens: 'x' } },
  };
  const { usage: counts } = ANTHROPIC.resultOf([
    odd,
    HI,
    { ...ended('end_turn'), usage: null },
    STOP,
  ]);
  assert.equal(counts, undefined);
  const parts = { output_tokens: 3, output_tokens_details: { thinking_tokens: 9 } };
  const { usage: bound } = ANTHROPIC.resultOf([
    START,
    HI,
    { ...ended('end_turn'), usage: parts },
    STOP,
  ]);
  assert.equal(bound?.reasoningTokens, 3);
});

it('a call of Anthropic is complete at its stop, before anything else follows', () => {
  const call = { type: 'tool_use', id: 'x', name: 'f', input: {} };
  const input = { type: 'input_json_delta', partial_json: '{}' };
  const events = [
    START,
    { type: 'content_block_start', index: 0, content_block: call },
    { type: 'content_block_delta', index: 0, delta: input },
    { type: 'content_block_stop', index: 0 },
  ];
  const parts = ANTHROPIC.aDecoder().push(ANTHROPIC.streamOf(events), []);
  assert.equal(parts.at(-1)?.type, 'close');
});

it('Anthropic says how long to wait, also by the time at which its limits renew', () => {
  const headers = {
    'anthropic-ratelimit-requests-remaining': '0',
    'anthropic-ratelimit-requests-reset': '2026-11-26T00:00:07Z',
  };
  const body = JSON.stringify(error('rate_limit_error'));
  const now = Date.parse('2026-11-26T00:00:00Z');
  const { retryAfterMs } = classifyAnswer({ status: 429, headers, body }, now, MESSAGE_FAILURES);
  assert.equal(retryAfterMs, 7000);
});
