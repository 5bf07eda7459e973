import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChatPart } from '@model-gateway/core/chat';
import { CHAT_FAILURES } from '../../../src/wires/openai-chat/failures.ts';
import { describeFaults } from '../faults.ts';
import { calls, CHAT, chunk } from './reading.ts';

const { aDecoder, resultOf, streamOf, wholeResultOf } = CHAT;

const HI = chunk({ content: 'Hi' });
const error = (body: unknown) => ({ error: body });

describeFaults('openai-chat', {
  reading: CHAT,
  call: {
    events: [calls({ index: 0, id: 'x', function: { name: 'f', arguments: '{"path":"/"}' } })],
    told: ['start', 'open', 'delta'],
  },
  saying: (message) => ({
    hidden: error({ message, code: 500 }),
    told: [error({ message, code: 400 }), error({ message, code: 'context_length_exceeded' })],
  }),
  streams: [
    ['a list', [HI, 'data: [{"choices":[]}]\n\n'], 'malformed'],
    ['neither choices nor counts', [HI, {}], 'malformed'],
    ['a finish reason of a failure', [HI, chunk({}, 'error')], 'server'],
    ['too few resources', [HI, chunk({}, 'insufficient_system_resource')], 'overloaded'],
    ['an error', [error({ message: 'Oops', type: 'server_error', code: null })], 'server'],
    ['an error as a text', [HI, { error: 'Model crashed' }], 'server'],
    [
      'an error without its envelope',
      [{ object: 'error', message: 'x', code: 429 }],
      'rate-limited',
    ],
    [
      'an event of that name',
      ['event: error\ndata: {"code":503,"message":"Busy"}\n\n'],
      'overloaded',
    ],
    [
      'a field of that name',
      ['error: {"code":400,"message":"No"}\n\ndata: [DONE]\n\n'],
      'parameter',
    ],
    ['an error and choices', [{ ...HI, error: { code: 502, message: 'x' } }], 'server'],
    [
      'a broken call of the model',
      [
        error({
          message: 'x',
          type: 'invalid_request_error',
          code: 'tool_use_failed',
          status_code: 400,
        }),
      ],
      'generation',
    ],
  ],
  bodies: [
    ['no choices', { choices: [] }, 'malformed'],
    ['an error as a text', { error: 'No' }, 'server'],
  ],
  rules: CHAT_FAILURES,
  statuses: [
    [
      429,
      error({ code: 'insufficient_quota', type: 'insufficient_quota', message: 'x' }),
      'credential',
    ],
    [429, error({ type: 'exceeded_current_quota_error', message: 'x' }), 'credential'],
    [429, error({ code: '1113', message: 'x' }), 'credential'],
    [429, error({ code: '1302', message: 'x' }), 'rate-limited'],
    [429, error({ code: 'rate_limit_exceeded', message: 'x' }), 'rate-limited'],
    [429, error({ type: 'engine_overloaded_error', message: 'x' }), 'overloaded'],
    [403, error({ message: 'input + max_tokens must be less than 8193' }), 'context'],
    [400, error({ code: 'context_length_exceeded', message: 'x' }), 'context'],
    [400, error({ message: "This model's maximum context length is 8192 tokens." }), 'context'],
    [400, error({ type: 'exceed_context_size_error', n_ctx: 4096, message: 'x' }), 'context'],
    [500, error({ message: 'the request exceeds the available context size' }), 'context'],
    [400, error({ code: 'tool_use_failed', failed_generation: 'x', message: 'x' }), 'generation'],
    [400, error({ code: 'json_validate_failed', message: 'x' }), 'generation'],
    [400, error({ code: 'data_inspection_failed', message: 'x' }), 'policy'],
    [
      400,
      error({
        code: 'content_filter',
        innererror: { code: 'ResponsibleAIPolicyViolation' },
        message: 'x',
      }),
      'policy',
    ],
    [400, error({ code: 'unsupported_value', param: 'temperature', message: 'x' }), 'parameter'],
    [
      400,
      { object: 'error', type: 'invalid_function_call', code: '3280', message: 'x' },
      'parameter',
    ],
    [
      422,
      { detail: [{ loc: ['body', 'seed'], msg: 'Extra inputs are not permitted' }] },
      'parameter',
    ],
    [400, error({ code: 'model_decommissioned', message: 'x' }), 'model'],
    [404, error({ code: 'model_not_found', message: 'x' }), 'model'],
    [401, error({ code: 'invalid_api_key', message: 'x' }), 'credential'],
    [402, error({ message: 'Insufficient Balance' }), 'credential'],
    [413, error({ message: 'x' }), 'too-large'],
    [498, error({ message: 'Flex tier capacity exceeded' }), 'overloaded'],
    [503, error({ type: 'unavailable_error', message: 'Loading model' }), 'overloaded'],
    [504, error({ message: 'x' }), 'timeout'],
    [500, 'oops', 'server'],
    [302, '', 'server'],
  ],
});

describe('an answer of chat completions', () => {
  it('is whole without counts that are cut off behind the finish reason', () => {
    const half = 'data: {"choices":[],"usage":{"prompt_tok';
    const { finish, usage } = resultOf([HI, chunk({}, 'stop'), half]);
    assert.deepEqual([finish?.reason, usage], ['stop', undefined]);
  });

  it('counts what it says with an error behind its words, and not with one before them', () => {
    const counts = { prompt_tokens: 7, completion_tokens: 3 };
    const failed = { ...chunk({ content: '' }, 'error'), error: { code: 502 }, usage: counts };
    const told = (events: readonly object[]) => {
      const parts: ChatPart[] = [];
      assert.throws(() => aDecoder().push(streamOf(events), parts), { failure: 'server' });
      return parts.filter(({ type }) => type === 'usage');
    };
    const usage = { inputTokens: 7, outputTokens: 3 };
    assert.deepEqual(told([HI, failed]), [{ type: 'usage', usage }]);
    assert.deepEqual(told([failed]), []);
  });

  it('takes time in proportion to its length, however small its pieces are', () => {
    const decoder = aDecoder();
    const says = (delta: object, finish?: string) => {
      decoder.push(streamOf([chunk(delta, finish)]), []);
    };
    const puts = (text: string) => ({
      tool_calls: [{ index: 0, function: { arguments: text } }],
    });
    const called = { id: 'x', function: { name: 'f', arguments: `{"a":"${'x'.repeat(200_000)}` } };
    says({ tool_calls: [{ index: 0, ...called }] });
    for (let count = 0; count < 5000; count++) says({ content: 'a', ...puts(' ') });
    says(puts('"}'), 'tool_calls');
    assert.equal(decoder.end().at(-1)?.type, 'done');
  });

  it('may begin with a byte order mark', () => {
    assert.equal(wholeResultOf('\uFEFF{"choices":[{"message":{"content":"a"}}]}').blocks.length, 1);
  });
});
