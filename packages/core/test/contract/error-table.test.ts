import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { OPERATIONS } from '@model-gateway/core';
import { envelopeOf } from '../builders.ts';
import { ERROR_ROWS } from './error-rows.ts';
import { aWholeGateway, sendTo } from './whole-gateway.ts';

/** The rows of contract §9, from which none may be missing here. */
const SPECIFIED: Readonly<Record<string, readonly number[]>> = {
  'GET /models': [400, 401, 500],
  'POST /images': [400, 401, 402, 403, 404, 413, 429, 500, 502, 524, 529],
  'GET /observability/destinations': [401, 500],
  'PATCH /observability/destinations/{id}': [400, 401, 404, 409, 500],
  'GET /organization/members': [401, 404, 500],
  'GET /guardrails/assignments/members': [401, 500],
  'GET /models/user': [400, 401, 500],
  'GET /models/count': [400, 401, 500],
  'GET /model/{author}/{slug}': [400, 401, 404, 500],
  'GET /models/{model}': [400, 401, 404, 500],
  'GET /models/{author}/{slug}/endpoints': [400, 401, 404, 500],
  // It asks no store but that of the keys.
  'GET /providers': [401],
  'GET /generation': [400, 401, 404, 500],
  'GET /activity': [400, 401, 403, 404, 500],
  'GET /endpoints/zdr': [401, 500],
  'GET /credits': [401, 403, 404, 500],
  'GET /key': [401, 500],
  'GET /keys': [400, 401, 403, 404, 500],
  'POST /keys': [400, 401, 403, 404, 409, 413, 500],
  'GET /keys/{hash}': [400, 401, 403, 404, 500],
  'PATCH /keys/{hash}': [400, 401, 403, 404, 409, 413, 500],
  'DELETE /keys/{hash}': [400, 401, 403, 404, 409, 500],
};

describe('the error table (contract §9)', () => {
  it('has every operation', () => {
    const operations = OPERATIONS.map(
      ({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`,
    );
    assert.deepEqual(Object.keys(ERROR_ROWS).toSorted(), operations.toSorted());
    assert.deepEqual(Object.keys(SPECIFIED).toSorted(), operations.toSorted());
  });
});

for (const [operation, rows] of Object.entries(ERROR_ROWS)) {
  describe(`errors of ${operation} (contract §9)`, () => {
    it('cover every status that the specification names', () => {
      const provoked = new Set(rows.map(({ status }) => status));
      for (const status of SPECIFIED[operation] ?? assert.fail(operation)) {
        assert.ok(provoked.has(status), `${status} is not provoked`);
      }
    });

    for (const { status, why, sent, given, message, headers = {}, metadata = [] } of rows) {
      it(`${status}: ${why}`, async () => {
        const { gateway, errors } = aWholeGateway(given);
        const answer = await sendTo(gateway, sent);
        assert.equal(answer.status, status);
        const { error, user_id } = envelopeOf(answer);
        assert.equal(error.code, status);
        assert.match(error.message, message);
        assert.deepEqual(
          metadata.filter((name) => !Object.hasOwn(error.metadata ?? {}, name)),
          [],
        );
        assert.equal(user_id, status === 401 ? undefined : 'user_1');
        assert.equal(answer.headers['cache-control'], 'no-store');
        assert.equal(answer.headers['x-content-type-options'], 'nosniff');
        assert.match(answer.headers['content-type'] ?? '', /^application\/json/);
        assert.match(answer.headers['x-request-id'] ?? '', /^[\x21-\x7e]{1,128}$/);
        for (const [name, value] of Object.entries(headers)) {
          assert.match(answer.headers[name] ?? '', value);
        }
        assert.equal(errors.length, status === 500 ? 1 : 0);
        assert.doesNotMatch(answer.text, /10\.0\.0\.7|password|at .*\.ts/);
      });
    }
  });
}
