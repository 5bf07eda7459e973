import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { classifyAnswer } from '../../src/http/classify.ts';
import { readError, type UpstreamError } from '../../src/http/read-error.ts';

describe('readError', () => {
  const shapes: readonly (readonly [what: string, body: unknown, read: Partial<UpstreamError>])[] =
    [
      [
        'an envelope',
        { error: { code: 'A', type: 'B', message: 'c', param: 'd' } },
        { code: 'a', type: 'b', message: 'c', param: 'd' },
      ],
      ['a code beside a text', { code: 'A', error: 'no' }, { code: 'a', message: 'no' }],
      ['a detail', { detail: 'no' }, { message: 'no' }],
      ['a sentence as AWS writes some', { Message: 'no' }, { message: 'no' }],
      [
        'a list of issues',
        { detail: [{ loc: ['body', 'input', 'width'], msg: 'no', type: 'T' }, { msg: 'more' }] },
        { message: 'no', type: 't', param: 'input.width' },
      ],
      [
        'a list of errors',
        { name: 'bad_request', errors: ['a', 'b'] },
        { type: 'bad_request', message: 'a; b' },
      ],
      [
        'a status with details',
        {
          error: {
            code: 429,
            status: 'S',
            message: 'm',
            details: [{ reason: 'R' }, { retryDelay: '1.5s' }],
          },
        },
        { code: '429', type: 's', reason: 'r', retryAfterMs: 1500 },
      ],
      ['a wait in words', { detail: 'Your rate limit resets in ~30s.' }, { retryAfterMs: 30_000 }],
      ['a long wait', { detail: 'Please retry in 10h17m5.7s.' }, { retryAfterMs: 37_025_700 }],
      [
        'an error in a list',
        [{ error: { code: 403, status: 'S', message: 'm', details: [{ reason: 'R' }] } }],
        { code: '403', type: 's', reason: 'r', message: 'm' },
      ],
      ['nothing', null, { code: '', type: '', message: '', param: undefined }],
      ['a number', 7, { message: '' }],
    ];
  for (const [what, body, expected] of shapes) {
    it(`reads ${what}`, () => {
      const read = readError(body);
      for (const [member, value] of Object.entries(expected)) {
        assert.deepEqual(
          Object.entries(read).find(([name]) => name === member)?.[1],
          value,
          member,
        );
      }
    });
  }
});

describe('rules of a provider', () => {
  const classOf = (rule: object, status: number, body: object, headers = {}) => {
    const answer = { status, headers, body: JSON.stringify(body) };
    return classifyAnswer(answer, 0, [{ ...rule, is: 'timeout' }]).failure;
  };

  it('decide before the tables', () => {
    assert.equal(classOf({ code: /quota/ }, 429, { error: { code: 'quota' } }), 'timeout');
  });

  it('need all of their members', () => {
    const rule = { status: [400], code: /a/, message: /b/ };
    assert.equal(classOf(rule, 400, { error: { code: 'a', message: 'b' } }), 'timeout');
    assert.equal(classOf(rule, 400, { error: { code: 'a', message: 'c' } }), 'parameter');
    assert.equal(classOf(rule, 422, { error: { code: 'a', message: 'b' } }), 'parameter');
  });

  it('may look at a header', () => {
    const rule = { header: ['x-error', /late/] };
    assert.equal(classOf(rule, 500, {}, { 'x-error': 'too late' }), 'timeout');
    assert.equal(classOf(rule, 500, {}), 'server');
  });
});
