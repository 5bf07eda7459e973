import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FailureClass } from '@model-gateway/core';
import type { ChatPart } from '@model-gateway/core/chat';
import { classifyAnswer } from '../../../src/http/classify.ts';
import { ChunkDecoder } from '../../../src/wires/openai-chat/decode.ts';
import { CHAT_FAILURES } from '../../../src/wires/openai-chat/failures.ts';
import { chunk, resultOf, streamOf, wholeResultOf } from './decoded.ts';

const HI = chunk({ content: 'Hi' });
const error = (body: unknown) => ({ error: body });

describe('a stream of chunks', () => {
  const faults: readonly (readonly [
    what: string,
    chunks: readonly (object | string)[],
    failure: FailureClass,
  ])[] = [
    ['nothing', [], 'malformed'],
    ['only comments', [': ping\n\n'], 'malformed'],
    ['only the mark', ['data: [DONE]\n\n'], 'malformed'],
    ['a page in HTML', ['<html>\n<body>502</body>\n</html>\n\n'], 'malformed'],
    ['no end', [HI], 'cut-off'],
    ['the mark without a finish reason', [HI, 'data: [DONE]\n\n'], 'cut-off'],
    ['half a chunk', [HI, 'data: {"choices":[{"del'], 'cut-off'],
    ['a chunk that is not JSON', [HI, 'data: oops\n\n'], 'malformed'],
    ['null', [HI, 'data: null\n\n'], 'malformed'],
    ['a list', [HI, 'data: [{"choices":[]}]\n\n'], 'malformed'],
    ['a text', [HI, 'data: "hello"\n\n'], 'malformed'],
    ['neither choices nor counts', [HI, {}], 'malformed'],
    ['a finish reason of a failure', [HI, chunk({}, 'error')], 'server'],
    ['too few resources', [HI, chunk({}, 'insufficient_system_resource')], 'overloaded'],
    ['an error', [error({ message: 'Oops', type: 'server_error', code: null })], 'server'],
    ['an error after text', [HI, error({ message: 'Busy', code: 503 })], 'overloaded'],
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
    ['an event of that name with words', ['event: error\ndata: It broke.\n\n'], 'server'],
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
    ['too long a prompt', [error({ code: 'context_length_exceeded', message: 'x' })], 'context'],
  ];
  for (const [what, chunks, failure] of faults) {
    it(`with ${what} fails as ${failure}`, () => {
      assert.throws(() => resultOf(chunks), { failure });
    });
  }

  it('is complete once it has a finish reason, so that a reset takes nothing away', () => {
    const decoder = new ChunkDecoder();
    decoder.push(streamOf([HI]));
    assert.equal(decoder.isComplete, false);
    decoder.push(streamOf([chunk({}, 'stop')]));
    assert.equal(decoder.isComplete, true);
    assert.equal(decoder.end().at(-1)?.type, 'done');
  });

  it('is whole without counts that are cut off behind the finish reason', () => {
    const half = 'data: {"choices":[],"usage":{"prompt_tok';
    const { finish, usage } = resultOf([HI, chunk({}, 'stop'), half]);
    assert.deepEqual([finish?.reason, usage], ['stop', undefined]);
  });

  it('gives what was said before an error of the same read', () => {
    const decoder = new ChunkDecoder();
    const said: ChatPart[] = [];
    const bytes = streamOf([HI, error({ code: 503, message: 'Busy' })]);
    assert.throws(() => decoder.push(bytes, said), { failure: 'overloaded' });
    assert.deepEqual(
      said.map(({ type }) => type),
      ['start', 'open', 'delta'],
    );
  });

  it('has no complete call when it breaks off behind one', () => {
    const decoder = new ChunkDecoder();
    const call = { id: 'x', function: { name: 'f', arguments: '{"path":"/"}' } };
    const parts = decoder.push(streamOf([chunk({ tool_calls: [{ index: 0, ...call }] })]));
    assert.deepEqual(
      parts.map(({ type }) => type),
      ['start', 'open', 'delta'],
    );
    assert.throws(() => decoder.end(), { failure: 'cut-off' });
  });

  it('never quotes a sentence of the server, unless the client can do something about it', () => {
    const message = 'the sentence of the server';
    assert.throws(
      () => resultOf([error({ message, code: 500 })]),
      (thrown: Error) => !thrown.message.includes(message),
    );
    assert.throws(() => resultOf([error({ message, code: 400 })]), { message });
    assert.throws(() => resultOf([error({ message, code: 'context_length_exceeded' })]), {
      message,
    });
  });

  it('takes time in proportion to its length, however small its pieces are', () => {
    const decoder = new ChunkDecoder();
    const args = `{"a":"${'x'.repeat(200_000)}`;
    decoder.push(
      streamOf([
        chunk({ tool_calls: [{ index: 0, id: 'x', function: { name: 'f', arguments: args } }] }),
      ]),
    );
    const piece = streamOf([
      chunk({ content: 'a', tool_calls: [{ index: 0, function: { arguments: ' ' } }] }),
    ]);
    for (let count = 0; count < 5000; count++) decoder.push(piece);
    decoder.push(
      streamOf([
        chunk({ tool_calls: [{ index: 0, function: { arguments: '"}' } }] }, 'tool_calls'),
      ]),
    );
    assert.equal(decoder.end().at(-1)?.type, 'done');
  });
});

describe('an answer in JSON', () => {
  const faults: readonly (readonly [what: string, body: unknown, failure: FailureClass])[] = [
    ['nothing', '', 'malformed'],
    ['an empty object', {}, 'malformed'],
    ['no choices', { choices: [] }, 'malformed'],
    ['a list', [1], 'malformed'],
    ['half of it', '{"choices":[{"mess', 'malformed'],
    ['more behind it', '{"choices":[{"message":{"content":"a"}}]} x', 'malformed'],
    ['an error', { error: { message: 'No', code: 'insufficient_quota' } }, 'credential'],
    ['an error as a text', { error: 'No' }, 'server'],
    ['depth', '['.repeat(10_000), 'malformed'],
  ];
  for (const [what, body, failure] of faults) {
    it(`with ${what} fails as ${failure}`, () => {
      assert.throws(() => wholeResultOf(body), { failure });
    });
  }

  it('may begin with a byte order mark', () => {
    assert.equal(wholeResultOf('\uFEFF{"choices":[{"message":{"content":"a"}}]}').blocks.length, 1);
  });
});

describe('an answer with an error status', () => {
  const answers: readonly (readonly [status: number, body: unknown, failure: FailureClass])[] = [
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
  ];
  for (const [status, body, failure] of answers) {
    it(`${status} ${JSON.stringify(body)} is ${failure}`, () => {
      const answer = { status, headers: {}, body: JSON.stringify(body) };
      assert.equal(classifyAnswer(answer, 0, CHAT_FAILURES).failure, failure);
    });
  }
});
