import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  GatewayError,
  StoreUnavailableError,
  type KeyStore,
  type ModelStore,
} from '@model-gateway/core';
import type { GatewayRequest } from '@model-gateway/core/http';
import { aGateway, anEntry, envelopeOf, get, stored } from '../builders.ts';

/* What happens when a store or a callback fails. Source: contract §2.6 and §9. */

const SECRET = 'postgres://user:hunter2@db.internal/keys';

function keysThrowing(error: unknown): KeyStore {
  return { findByHash: () => Promise.reject(error) };
}

function modelsThrowing(error: unknown): ModelStore {
  return { revision: () => Promise.reject(error), snapshot: () => Promise.reject(error) };
}

describe('a key store that fails', () => {
  it('is a 500 with the fixed text and nothing else', async () => {
    const keys = keysThrowing(new Error(SECRET));
    const answer = await get(aGateway({ keys, onError: () => undefined }), '/models');
    assert.equal(answer.status, 500);
    assert.deepEqual(envelopeOf(answer), {
      error: { code: 500, message: 'Internal server error' },
    });
    assert.doesNotMatch(JSON.stringify(answer), /hunter2|internal\/keys/);
  });

  it('is passed to onError with the request', async () => {
    const error = new Error(SECRET);
    const reported: [unknown, GatewayRequest | undefined][] = [];
    const onError = (...call: [unknown, GatewayRequest | undefined]) => void reported.push(call);
    await get(aGateway({ keys: keysThrowing(error), onError }), '/models?limit=1');
    assert.equal(reported.length, 1);
    assert.equal(reported[0]?.[0], error);
    assert.equal(reported[0]?.[1]?.search, '?limit=1');
  });

  it('is a 500 without onError too', async () => {
    const answer = await get(aGateway({ keys: keysThrowing(new Error(SECRET)) }), '/models');
    assert.equal(answer.status, 500);
  });

  it('is a 500 when it throws before it returns a promise', async () => {
    const keys: KeyStore = {
      findByHash: () => {
        throw new Error(SECRET);
      },
    };
    assert.equal((await get(aGateway({ keys }), '/models')).status, 500);
  });

  it('is a 503 with retry-after when it says that it cannot answer now, and onError is not called', async () => {
    const reported: unknown[] = [];
    const keys = keysThrowing(new StoreUnavailableError('away', SECRET, new Error(SECRET)));
    const answer = await get(
      aGateway({ keys, onError: (error) => reported.push(error) }),
      '/models',
    );
    assert.equal(answer.status, 503);
    assert.equal(answer.headers['retry-after'], '1');
    assert.deepEqual(envelopeOf(answer), {
      error: { code: 503, message: 'Service unavailable, try again later' },
    });
    assert.doesNotMatch(JSON.stringify(answer), /hunter2/);
    assert.deepEqual(reported, []);
  });

  for (const thrown of [SECRET, null, undefined, { status: 200, message: SECRET }]) {
    it(`is a 500 when it throws ${JSON.stringify(thrown) ?? 'undefined'}`, async () => {
      const answer = await get(aGateway({ keys: keysThrowing(thrown) }), '/models');
      assert.equal(answer.status, 500);
      assert.doesNotMatch(answer.text, /hunter2/);
    });
  }

  it('answers as it says when it throws a GatewayError', async () => {
    const error = new GatewayError('rateLimited', { headers: { 'retry-after': '7' } });
    const answer = await get(aGateway({ keys: keysThrowing(error) }), '/models');
    assert.equal(answer.status, 429);
    assert.equal(answer.headers['retry-after'], '7');
    assert.equal(envelopeOf(answer).error.message, 'Rate limit exceeded');
  });

  it('is not passed to onError when it throws a GatewayError that is the client’s', async () => {
    const onError = () => assert.fail('onError was called');
    const keys = keysThrowing(new GatewayError('rateLimited'));
    assert.equal((await get(aGateway({ keys, onError }), '/models')).status, 429);
  });
});

describe('a model store that fails', () => {
  it('is a 500 that names the caller', async () => {
    const answer = await get(aGateway({ models: modelsThrowing(new Error(SECRET)) }), '/models');
    assert.deepEqual(envelopeOf(answer), {
      error: { code: 500, message: 'Internal server error' },
      user_id: 'user_1',
    });
  });

  it('is a 500 when its first catalog is invalid, without saying where', async () => {
    const reported: unknown[] = [];
    const gateway = aGateway({
      entries: [anEntry({ name: stored(42) })],
      onError: (error) => void reported.push(error),
    });
    const answer = await get(gateway, '/models');
    assert.equal(answer.status, 500);
    assert.equal(envelopeOf(answer).error.message, 'Internal server error');
    assert.equal(reported.length, 1);
  });
});

describe('a callback that fails', () => {
  it('does not make handle reject: onError', async () => {
    const onError = () => {
      throw new Error('the logger is down');
    };
    const answer = await get(
      aGateway({ keys: keysThrowing(new Error(SECRET)), onError }),
      '/models',
    );
    assert.equal(answer.status, 500);
  });

  it('does not make handle reject: onCatalog', async () => {
    const onCatalog = () => {
      throw new Error('the logger is down');
    };
    const answer = await get(aGateway({ onCatalog }), '/models');
    assert.ok([200, 500].includes(answer.status));
  });
});

describe('a client that leaves', () => {
  const left = AbortSignal.abort(new Error('the client closed the connection'));

  it('is not a failure: nothing is reported, and the status for journals is 499', async () => {
    const reported: unknown[] = [];
    const gateway = aGateway({ keys: keysThrowing(left.reason), onError: (e) => reported.push(e) });
    const answer = await get(gateway, '/models', {}, { signal: left });
    assert.deepEqual([answer.status, answer.text, reported], [499, '', []]);
  });

  it('does not hide what fails meanwhile', async () => {
    const error = new Error(SECRET);
    const reported: unknown[] = [];
    const gateway = aGateway({ keys: keysThrowing(error), onError: (e) => reported.push(e) });
    const answer = await get(gateway, '/models', {}, { signal: left });
    assert.deepEqual([answer.status, reported], [500, [error]]);
  });
});
