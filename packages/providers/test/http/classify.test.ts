import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FailureClass } from '@model-gateway/core';
import { classifyAnswer, classifyError } from '../../src/http/classify.ts';

function ofStatus(status: number, body: unknown = '') {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return classifyAnswer({ status, headers: {}, body: text }, 0);
}

describe('classifyAnswer', () => {
  const statuses: readonly (readonly [status: number, failure: FailureClass])[] = [
    [301, 'server'],
    [304, 'server'],
    [400, 'parameter'],
    [401, 'credential'],
    [402, 'credential'],
    [403, 'credential'],
    [404, 'model'],
    [405, 'server'],
    [408, 'timeout'],
    [409, 'server'],
    [410, 'model'],
    [413, 'too-large'],
    [415, 'server'],
    [422, 'parameter'],
    [429, 'rate-limited'],
    [500, 'server'],
    [501, 'server'],
    [502, 'server'],
    [503, 'overloaded'],
    [504, 'server'],
    [520, 'server'],
    [524, 'timeout'],
    [529, 'overloaded'],
    [599, 'server'],
  ];
  for (const [status, failure] of statuses) {
    it(`${status} is ${failure}`, () => assert.equal(ofStatus(status).failure, failure));
  }

  const refusals = [
    { error: { code: 'content_policy_violation' } },
    { error: { code: 'moderation_blocked', type: 'image_generation_user_error' } },
    { error: { code: 400, type: 'content_filter' } },
    { error: { type: 'safety_error', message: 'No.' } },
    { error: { code: 'FLAGGED' } },
    { code: 'content_policy' },
  ];
  for (const body of refusals) {
    it(`400, 403 and 422 with ${JSON.stringify(body)} are policy`, () => {
      for (const status of [400, 403, 422]) assert.equal(ofStatus(status, body).failure, 'policy');
    });
  }

  it('finds no policy refusal in other statuses', () => {
    assert.equal(ofStatus(429, { error: { code: 'rate_policy' } }).failure, 'rate-limited');
    assert.equal(ofStatus(500, { error: { code: 'safety' } }).failure, 'server');
  });

  const messages: readonly (readonly [body: unknown, message: string])[] = [
    [{ error: { message: 'must be positive', param: 'seed' } }, 'seed: must be positive'],
    [{ error: { message: 'seed must be positive', param: 'seed' } }, 'seed must be positive'],
    [{ error: { message: 'no', param: 'https://x' } }, 'no'],
    [
      { error: { message: 'no', metadata: { issues: [{ path: 'input_references[0].type' }] } } },
      'input_references[0].type: no',
    ],
    [{ error: 'as text' }, 'as text'],
    [{ message: 'flat' }, 'flat'],
    [{ error: { param: 'size' } }, 'size: it does not accept a parameter'],
    ['<h1>no</h1>', 'it does not accept a parameter'],
    [[], 'it does not accept a parameter'],
    [{ error: null }, 'it does not accept a parameter'],
    [
      { error: { message: 7, param: {}, code: {}, metadata: 'x' } },
      'it does not accept a parameter',
    ],
  ];
  for (const [body, message] of messages) {
    it(`quotes ${JSON.stringify(body)} as "${message}"`, () => {
      assert.equal(ofStatus(400, body).message, message);
    });
  }

  it('does not quote failures that the client cannot correct', () => {
    const body = { error: { message: 'key sk-1 of account 7 is out of money' } };
    assert.equal(ofStatus(402, body).message, 'it answered with status 402');
    assert.equal(ofStatus(500, body).message, 'it answered with status 500');
  });
});

describe('classifyError', () => {
  const table: readonly (readonly [error: unknown, failure: FailureClass])[] = [
    [{ code: 429 }, 'rate-limited'],
    [{ code: '529' }, 'overloaded'],
    [{ code: 400 }, 'parameter'],
    [{ code: '400', type: 'policy' }, 'policy'],
    // An upstream gateway's own credential is a problem of that gateway.
    [{ code: '502', type: 'credential' }, 'server'],
    [{ code: 'content_policy_violation', type: 'invalid_request_error' }, 'policy'],
    [{ code: 'rate_limit_exceeded' }, 'rate-limited'],
    [{ code: 'insufficient_quota' }, 'credential'],
    [{ code: 'invalid_api_key' }, 'credential'],
    [{ type: 'authentication_error' }, 'credential'],
    [{ code: 'model_not_found' }, 'model'],
    [{ type: 'overloaded_error' }, 'overloaded'],
    [{ type: 'server_error' }, 'server'],
    [{ type: 'internal_error' }, 'server'],
    [{ code: 'timeout' }, 'timeout'],
    [{ code: 'request_too_large' }, 'too-large'],
    [{ code: 'invalid_size', type: 'invalid_request_error', param: 'size' }, 'parameter'],
    [{ code: 200 }, 'server'],
    [{}, 'server'],
    ['it broke', 'server'],
  ];
  for (const [error, failure] of table) {
    it(`${JSON.stringify(error)} is ${failure}`, () => {
      assert.equal(classifyError({ error }).failure, failure);
    });
  }
});
