import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChatPart } from '@model-gateway/core/chat';
import { RESPONSES_FAILURES } from '../../../src/wires/openai-responses/failures.ts';
import { describeFaults } from '../faults.ts';
import { RESPONSES } from './reading.ts';

const { aDecoder, resultOf, streamOf } = RESPONSES;

const response = { id: 'resp_1', model: 'm', output: [] };
const CREATED = { type: 'response.created', response };
const at = { item_id: 'msg_1', output_index: 0, content_index: 0 };
const HI = { type: 'response.output_text.delta', ...at, delta: 'Hi' };
const COMPLETED = { type: 'response.completed', response: { ...response, status: 'completed' } };
const failed = (code: string, more: object = {}) => ({
  type: 'response.failed',
  response: { ...response, status: 'failed', error: { code, message: 'x' }, ...more },
});
const call = (input: string, more: object = {}) => ({
  type: 'response.output_item.done',
  output_index: 0,
  item: { type: 'function_call', call_id: 'c', name: 'f', arguments: input, ...more },
});

const refused = (code: string) => ({ error: { code, message: 'x' } });
const error = (members: object) => ({
  type: 'error',
  message: 'x',
  param: null,
  sequence_number: 3,
  ...members,
});
const item = { type: 'function_call', call_id: 'c', name: 'f', arguments: '' };

describeFaults('openai-responses', {
  reading: RESPONSES,
  call: {
    events: [
      CREATED,
      { type: 'response.output_item.added', output_index: 0, item },
      { type: 'response.function_call_arguments.delta', output_index: 0, delta: '{"path":"/"}' },
    ],
    told: ['start', 'open', 'delta'],
  },
  saying: (message) => ({
    hidden: error({ message, code: 'server_error' }),
    told: [
      error({ message, code: 'invalid_value' }),
      error({ message, code: 'context_length_exceeded' }),
    ],
  }),
  streams: [
    ['an event that is a list', [CREATED, 'data: []\n\n'], 'malformed'],
    ['an error as the specification has it', [error({ code: 'server_error' })], 'server'],
    ['an error after text', [CREATED, HI, error({ code: 'rate_limit_exceeded' })], 'rate-limited'],
    ['an error as it is sent', [error({ error: { code: 'server_error' } })], 'server'],
    ['an error without a name', [{ error: { code: 'server_is_overloaded' } }], 'overloaded'],
    ['a failure by the limit', [CREATED, failed('rate_limit_exceeded')], 'rate-limited'],
    ['a flagged prompt', [CREATED, failed('invalid_prompt')], 'policy'],
    ['a policy', [CREATED, failed('bio_policy')], 'policy'],
    ['a refused picture', [CREATED, failed('image_content_policy_violation')], 'policy'],
    ['a picture that it cannot read', [CREATED, failed('image_parse_error')], 'parameter'],
    ['too large a picture', [CREATED, failed('image_too_large')], 'parameter'],
    ['a failure without a reason', [CREATED, { type: 'response.failed' }], 'server'],
    ['a call that is not JSON', [CREATED, call('{"a":'), COMPLETED], 'generation'],
    ['a call with a list', [CREATED, call('[1]'), COMPLETED], 'generation'],
  ],
  bodies: [
    ['a status of its beginning', { ...response, status: 'in_progress' }, 'malformed'],
    ['a failure', failed('server_error').response, 'server'],
    ['a response that was cancelled', { ...response, status: 'cancelled' }, 'server'],
  ],
  rules: RESPONSES_FAILURES,
  statuses: [
    [400, refused('invalid_value'), 'parameter'],
    [400, refused('invalid_encrypted_content'), 'parameter'],
    [400, refused('invalid_prompt'), 'policy'],
    [400, refused('context_length_exceeded'), 'context'],
    [401, refused('invalid_api_key'), 'credential'],
    [404, refused('model_not_found'), 'model'],
    [429, refused('insufficient_quota'), 'credential'],
    [429, refused('rate_limit_exceeded'), 'rate-limited'],
    [500, refused('server_error'), 'server'],
    [503, refused('server_is_overloaded'), 'overloaded'],
  ],
});

describe('an answer of Responses', () => {
  it('counts what it has made before it failed', () => {
    const usage = { input_tokens: 9, output_tokens: 5, total_tokens: 14 };
    const parts: ChatPart[] = [];
    const events = streamOf([CREATED, HI, failed('server_error', { usage })]);
    assert.throws(() => aDecoder().push(events, parts), { failure: 'server' });
    assert.deepEqual(parts.at(-1), { type: 'usage', usage: { inputTokens: 9, outputTokens: 5 } });
  });

  it('takes what has no arguments for a call without any', () => {
    for (const input of ['', 'null', '[]']) {
      const { blocks } = resultOf([CREATED, call(input), COMPLETED]);
      assert.deepEqual(blocks, [{ type: 'call', id: 'c', name: 'f', input: '', by: 'client' }]);
    }
  });

  it('keeps what is said beside an open call, behind it', () => {
    const { blocks } = resultOf([
      CREATED,
      { type: 'response.output_item.added', output_index: 1, item },
      HI,
      { type: 'response.function_call_arguments.delta', output_index: 1, delta: '{"a":1}' },
      { ...call('{"a":1}'), output_index: 1 },
      { ...HI, delta: '!' },
      COMPLETED,
    ]);
    assert.deepEqual(
      blocks.map((block) => ('text' in block ? block.text : block.type)),
      ['call', 'Hi!'],
    );
  });

  it('brings sealed reasoning whose end comes late', () => {
    const reasoning = { type: 'reasoning', id: 'rs_1', encrypted_content: 'x', summary: [] };
    const { blocks } = resultOf([
      CREATED,
      { type: 'response.reasoning_summary_text.delta', output_index: 0, delta: 'Hm' },
      { ...HI, output_index: 1 },
      { type: 'response.output_item.done', output_index: 0, item: reasoning },
      COMPLETED,
    ]);
    const sealed = blocks.flatMap((block) => block.sealed?.data ?? []);
    assert.deepEqual(sealed, [{ id: 'rs_1', encrypted_content: 'x' }]);
    assert.equal(blocks.length, 3);
  });
});
