import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { firstOf, mountAt, standalone } from '@model-gateway/core/http';
import {
  aGateway,
  aRequest,
  bearer,
  envelopeOf,
  get,
  listOf,
  someEntries,
  toAnswer,
} from '../builders.ts';

/* A gateway with no host behind it, and one under a prefix. Source: contract §1.6, §3.1. */

const gateway = aGateway({ entries: someEntries(3) });

describe('standalone', () => {
  const alone = { handle: standalone(gateway.handle) };

  it('answers what the gateway answers', async () => {
    assert.equal(listOf(await get(alone, '/models')).total_count, 3);
  });

  for (const [method, path] of [
    ['GET', '/nothing'],
    ['POST', '/models'],
  ] as const) {
    it(`is a 404 envelope for ${method} ${path}`, async () => {
      const answer = await get(alone, path, { 'x-request-id': 'req_1' }, { method });
      assert.equal(answer.status, 404);
      assert.equal(envelopeOf(answer).error.code, 404);
      assert.match(envelopeOf(answer).error.message, /^Resource not found/);
      assert.equal(answer.headers['x-request-id'], 'req_1');
      assert.equal(answer.headers['x-content-type-options'], 'nosniff');
      assert.equal(answer.headers['cache-control'], 'no-store');
    });
  }

  it('is a 500 envelope when the handler rejects', async () => {
    const broken = { handle: standalone(() => Promise.reject(new Error('hunter2'))) };
    const answer = await get(broken, '/models');
    assert.equal(answer.status, 500);
    assert.doesNotMatch(answer.text, /hunter2/);
  });
});

describe('mountAt', () => {
  for (const prefix of ['/v1', '/v1/']) {
    it(`serves under ${prefix} and links there`, async () => {
      const handle = mountAt(prefix, gateway.handle);
      const answer = await get({ handle }, '/v1/models?limit=1', {}, { mount: '' });
      assert.equal(listOf(answer).links.next, '/v1/models?offset=1&limit=1');
    });
  }

  it('adds to the mount of the host', async () => {
    const handle = mountAt('/v1', gateway.handle);
    const answer = await get({ handle }, '/v1/models?limit=1', {}, { mount: '/api' });
    assert.equal(listOf(answer).links.next, '/api/v1/models?offset=1&limit=1');
  });

  for (const path of [
    '/models',
    '/v1',
    '/v1models',
    '/V1/models',
    '/v10/models',
    '/v1.json/models',
  ]) {
    it(`leaves ${path} to the host`, async () => {
      const handle = mountAt('/v1', gateway.handle);
      assert.equal(await handle(aRequest(path, { mount: '', headers: bearer() })), undefined);
    });
  }
});

describe('firstOf', () => {
  const fixed = (status: number) => async () =>
    ({ status, headers: {}, body: { kind: 'none' } }) as const;

  it('takes the first answer', async () => {
    const handle = firstOf(async () => undefined, fixed(201), fixed(202));
    assert.equal(toAnswer(await handle(aRequest('/x'))).status, 201);
  });

  it('resolves to undefined when no handler answers', async () => {
    assert.equal(await firstOf(async () => undefined)(aRequest('/x')), undefined);
  });
});
