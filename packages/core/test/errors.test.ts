import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  ERRORS,
  GatewayError,
  invalidRequest,
  isGatewayError,
  type ErrorName,
} from '@model-gateway/core';
import { errorResponse } from '@model-gateway/core/http';
import { aGateway, get, toAnswer } from './builders.ts';

/* Source: contract §9, §1.5, §2.2, §2.4, §1.7. */

const SPECIFIED = [
  [400, 'Invalid request parameters'],
  [401, 'Missing authentication header'],
  [402, 'Insufficient credits'],
  [403, 'Only management keys can perform this operation'],
  [404, 'Resource not found'],
  [409, 'Resource conflict, try again later'],
  [413, 'Request payload too large'],
  [429, 'Rate limit exceeded'],
  [500, 'Internal server error'],
  [502, 'Provider returned error'],
  [524, 'Request timed out, try again later'],
  [529, 'Provider returned error'],
] as const;

const DECIDED = [
  [401, 'Invalid API key'],
  [403, 'Management keys cannot perform this operation'],
  [403, 'Forbidden by a guardrail'],
  [408, 'Request not complete in time'],
  [417, 'Expectation not supported'],
  [431, 'Request headers too large'],
  [503, 'Service unavailable, try again later'],
] as const;

const names = Object.keys(ERRORS).filter((name): name is ErrorName => name in ERRORS);

describe('ERRORS', () => {
  it('are the statuses and messages of contract §9 and decisions, each once, and no others', () => {
    const line = ([status, message]: readonly [number, string]) => `${status} ${message}`;
    assert.deepEqual(
      Object.values(ERRORS)
        .map(({ status, message }) => line([status, message]))
        .toSorted(),
      [...SPECIFIED, ...DECIDED].map(line).toSorted(),
    );
  });

  for (const name of names) {
    it(`answer with the envelope of contract §9: ${name}`, () => {
      const { status, text } = toAnswer(errorResponse(new GatewayError(name), undefined));
      assert.equal(status, ERRORS[name].status);
      assert.deepEqual(JSON.parse(text), {
        error: { code: ERRORS[name].status, message: ERRORS[name].message },
      });
    });
  }
});

describe('GatewayError', () => {
  it('carries its name, status, message, metadata, headers and cause', () => {
    const cause = new Error('why');
    const error = new GatewayError('timedOut', {
      message: 'Too slow',
      metadata: { provider_name: 'acme' },
      headers: { 'retry-after': '1' },
      cause,
    });
    assert.ok(error instanceof Error);
    assert.deepEqual(
      [error.code, error.status, error.message, error.metadata, error.headers, error.cause],
      ['timedOut', 524, 'Too slow', { provider_name: 'acme' }, { 'retry-after': '1' }, cause],
    );
  });

  it('sends its message, metadata and headers', () => {
    const error = new GatewayError('notFound', {
      message: 'Model not found: acme/one',
      metadata: { model: 'acme/one' },
      headers: { 'x-hint': 'acme/two' },
    });
    const { headers, text } = toAnswer(errorResponse(error, 'user_1'));
    assert.deepEqual(JSON.parse(text), {
      error: { code: 404, message: 'Model not found: acme/one', metadata: { model: 'acme/one' } },
      user_id: 'user_1',
    });
    assert.equal(headers['x-hint'], 'acme/two');
  });

  it('never sends its cause', () => {
    const error = new GatewayError('internal', { cause: new Error('hunter2') });
    assert.doesNotMatch(toAnswer(errorResponse(error, undefined)).text, /hunter2/);
  });
});

describe('isGatewayError', () => {
  /** Another copy of the module, as a CommonJS build beside the ES one is. */
  async function copy(): Promise<typeof import('../src/errors.ts')> {
    const url = new URL('../src/errors.ts?copy', import.meta.url).href;
    // The same file under another address, so of the same type.
    return (await import(url)) as typeof import('../src/errors.ts');
  }

  it('knows its own', () => {
    assert.equal(isGatewayError(new GatewayError('notFound')), true);
  });

  it('recognises an error of another copy of the package, which is not an instance of this class', async () => {
    const other = await copy();
    const error = new other.GatewayError('notFound');
    assert.equal(error instanceof GatewayError, false);
    assert.equal(isGatewayError(error), true);
  });

  it('knows ours in another copy', async () => {
    assert.equal((await copy()).isGatewayError(new GatewayError('notFound')), true);
  });

  for (const value of [
    undefined,
    null,
    'GatewayError',
    404,
    new Error('no'),
    { status: 404, code: 'notFound', message: 'x', name: 'GatewayError' },
  ]) {
    it(`does not know ${value instanceof Error ? 'an Error' : (JSON.stringify(value) ?? 'undefined')}`, () => {
      assert.equal(isGatewayError(value), false);
    });
  }

  it('lets a store of another copy choose the answer', async () => {
    const other = await copy();
    const keys = { findByHash: () => Promise.reject(new other.GatewayError('rateLimited')) };
    assert.equal((await get(aGateway({ keys }), '/models')).status, 429);
  });
});

describe('invalidRequest', () => {
  it('says the first issue and lists all', () => {
    const issues = [
      { path: 'a', message: 'a must be 1, got 2' },
      { path: 'config.b', message: 'config.b must be text, got 3' },
    ] as const;
    const { status, message, metadata } = invalidRequest(issues);
    assert.deepEqual([status, message], [400, 'Invalid request parameters: a must be 1, got 2']);
    assert.deepEqual(metadata, { issues });
  });
});

describe('errorResponse', () => {
  for (const thrown of [new Error('hunter2'), 'hunter2', null, undefined, { message: 'hunter2' }]) {
    it(`answers 500 and reveals nothing of ${JSON.stringify(thrown) ?? 'undefined'}`, () => {
      const { status, text } = toAnswer(errorResponse(thrown, undefined));
      assert.equal(status, 500);
      assert.deepEqual(JSON.parse(text), {
        error: { code: 500, message: 'Internal server error' },
      });
    });
  }
});
