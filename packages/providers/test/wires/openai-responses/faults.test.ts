import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FailureClass } from '@model-gateway/core';
import type { ChatPart } from '@model-gateway/core/chat';
import { classifyAnswer } from '../../../src/http/classify.ts';
import { RESPONSES_FAILURES } from '../../../src/wires/openai-responses/failures.ts';
import { aDecoder, resultOf, streamOf, wholeResultOf } from './decoded.ts';

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

describe('a stream of Responses', () => {
  const faults: readonly (readonly [
    what: string,
    events: readonly (object | string)[],
    failure: FailureClass,
  ])[] = [
    ['nothing', [], 'malformed'],
    ['only comments', [': ping\n\n'], 'malformed'],
    ['only a mark', ['data: [DONE]\n\n'], 'malformed'],
    ['a page in HTML', ['<html>\n<body>502</body>\n</html>\n\n'], 'malformed'],
    ['no end', [CREATED, HI], 'cut-off'],
    ['the mark of another interface for an end', [CREATED, HI, 'data: [DONE]\n\n'], 'cut-off'],
    ['half an event', [CREATED, 'data: {"type":"response.com'], 'cut-off'],
    ['an event that is not JSON', [CREATED, 'data: oops\n\n'], 'malformed'],
    ['an event that is a list', [CREATED, 'data: []\n\n'], 'malformed'],
    ['an error as the specification has it', [error({ code: 'server_error' })], 'server'],
    ['an error after text', [CREATED, HI, error({ code: 'rate_limit_exceeded' })], 'rate-limited'],
    ['an error as it is sent', [error({ error: { code: 'server_error' } })], 'server'],
    ['an error without a name', [{ error: { code: 'server_is_overloaded' } }], 'overloaded'],
    ['an error in words', ['event: error\ndata: It broke.\n\n'], 'server'],
    ['a failure', [CREATED, HI, failed('server_error')], 'server'],
    ['a failure by the limit', [CREATED, failed('rate_limit_exceeded')], 'rate-limited'],
    ['a flagged prompt', [CREATED, failed('invalid_prompt')], 'policy'],
    ['a policy', [CREATED, failed('bio_policy')], 'policy'],
    ['a refused picture', [CREATED, failed('image_content_policy_violation')], 'policy'],
    ['a picture that it cannot read', [CREATED, failed('image_parse_error')], 'parameter'],
    ['too large a picture', [CREATED, failed('image_too_large')], 'parameter'],
    ['a used up quota', [CREATED, failed('insufficient_quota')], 'credential'],
    ['too long a prompt', [CREATED, failed('context_length_exceeded')], 'context'],
    ['a failure without a reason', [CREATED, { type: 'response.failed' }], 'server'],
    ['a call that is not JSON', [CREATED, call('{"a":'), COMPLETED], 'generation'],
    ['a call with a list', [CREATED, call('[1]'), COMPLETED], 'generation'],
  ];
  for (const [what, events, failure] of faults) {
    it(`with ${what} fails as ${failure}`, () => {
      assert.throws(() => resultOf(events), { failure });
    });
  }

  it('is complete with its last event and not before, so that a reset takes nothing away', () => {
    const decoder = aDecoder();
    decoder.push(streamOf([CREATED, HI]));
    assert.equal(decoder.isComplete, false);
    assert.equal(decoder.push(streamOf([COMPLETED])).at(-1)?.type, 'done');
    assert.equal(decoder.isComplete, true);
  });

  it('counts what it has made before it failed', () => {
    const usage = { input_tokens: 9, output_tokens: 5, total_tokens: 14 };
    const parts: ChatPart[] = [];
    const events = streamOf([CREATED, HI, failed('server_error', { usage })]);
    assert.throws(() => aDecoder().push(events, parts), { failure: 'server' });
    assert.deepEqual(parts.at(-1), { type: 'usage', usage: { inputTokens: 9, outputTokens: 5 } });
  });

  it('has nothing after its last event', () => {
    assert.deepEqual(resultOf([CREATED, HI, COMPLETED, HI, error({})]).blocks, [
      { type: 'text', text: 'Hi' },
    ]);
  });

  it('has no complete call when it breaks off in one', () => {
    const decoder = aDecoder();
    const item = { type: 'function_call', call_id: 'c', name: 'f', arguments: '' };
    const events = [
      { type: 'response.output_item.added', output_index: 0, item },
      { type: 'response.function_call_arguments.delta', output_index: 0, delta: '{"path":"/"}' },
    ];
    const parts = decoder.push(streamOf([CREATED, ...events]));
    assert.deepEqual(
      parts.map(({ type }) => type),
      ['start', 'open', 'delta'],
    );
    assert.throws(() => decoder.end(), { failure: 'cut-off' });
  });

  it('takes what has no arguments for a call without any', () => {
    for (const input of ['', 'null', '[]']) {
      const { blocks } = resultOf([CREATED, call(input), COMPLETED]);
      assert.deepEqual(blocks, [{ type: 'call', id: 'c', name: 'f', input: '', by: 'client' }]);
    }
  });

  it('keeps what is said beside an open call, behind it', () => {
    const item = { type: 'function_call', call_id: 'c', name: 'f', arguments: '' };
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

  it('never quotes a sentence of the server, unless the client can do something about it', () => {
    const message = 'the sentence of the server';
    assert.throws(
      () => resultOf([error({ message, code: 'server_error' })]),
      (thrown: Error) => !thrown.message.includes(message),
    );
    assert.throws(() => resultOf([error({ message, code: 'context_length_exceeded' })]), {
      message,
    });
  });
});

function error(members: object): object {
  return { type: 'error', message: 'x', param: null, sequence_number: 3, ...members };
}

describe('a response in JSON', () => {
  const faults: readonly (readonly [what: string, body: unknown, failure: FailureClass])[] = [
    ['nothing', '', 'malformed'],
    ['an empty object', {}, 'malformed'],
    ['a list', [1], 'malformed'],
    ['half of it', '{"output":[{"ty', 'malformed'],
    ['a status of its beginning', { ...response, status: 'in_progress' }, 'malformed'],
    ['an error', { error: { message: 'No', code: 'insufficient_quota' } }, 'credential'],
    ['a failure', failed('server_error').response, 'server'],
    ['a response that was cancelled', { ...response, status: 'cancelled' }, 'server'],
  ];
  for (const [what, body, failure] of faults) {
    it(`with ${what} fails as ${failure}`, () => {
      assert.throws(() => wholeResultOf(body), { failure });
    });
  }
});

describe('a response with an error status', () => {
  const answers: readonly (readonly [status: number, code: string, failure: FailureClass])[] = [
    [400, 'invalid_value', 'parameter'],
    [400, 'invalid_encrypted_content', 'parameter'],
    [400, 'invalid_prompt', 'policy'],
    [400, 'context_length_exceeded', 'context'],
    [401, 'invalid_api_key', 'credential'],
    [404, 'model_not_found', 'model'],
    [429, 'insufficient_quota', 'credential'],
    [429, 'rate_limit_exceeded', 'rate-limited'],
    [500, 'server_error', 'server'],
    [503, 'server_is_overloaded', 'overloaded'],
  ];
  for (const [status, code, failure] of answers) {
    it(`${status} ${code} is ${failure}`, () => {
      const answer = {
        status,
        headers: {},
        body: JSON.stringify({ error: { code, message: 'x' } }),
      };
      assert.equal(classifyAnswer(answer, 0, RESPONSES_FAILURES).failure, failure);
    });
  }
});
