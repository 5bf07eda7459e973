import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { GatewayError, isGatewayError } from '@model-gateway/core';
import { jsonResponse, type GatewayHandler, type GatewayRequest } from '@model-gateway/core/http';
import { hostErrorResponse } from '@model-gateway/node';
import { aRequest } from '../../core/test/builders.ts';

const request: GatewayRequest = aRequest('/images', {
  method: 'POST',
  headers: { 'x-request-id': 'mine' },
});

/** The status and the error of the envelope. */
async function answerTo(error: unknown) {
  const response = await hostErrorResponse(error, request);
  assert.ok(response?.body.kind === 'json', 'expected an answer in JSON');
  return { status: response.status, ...JSON.parse(JSON.stringify(response.body.value)).error };
}

const httpError = (status: number, message: string, more = {}) =>
  Object.assign(new Error(message), { status, expose: status < 500, ...more });

describe('hostErrorResponse', () => {
  it('says where the JSON is malformed without quoting it', async () => {
    const body = '{\n  "key": hunter2\n}';
    for (const error of [
      httpError(400, 'Unexpected "hunter2"', { type: 'entity.parse.failed', body }),
      Object.assign(new SyntaxError('Unexpected "hunter2"'), { status: 400, body }),
    ]) {
      const message = 'the body must be valid JSON; parsing failed at line 2, column 10';
      assert.deepEqual(await answerTo(error), {
        status: 400,
        code: 400,
        message: `Invalid request parameters: ${message}`,
        metadata: { issues: [{ path: 'body', message }] },
      });
    }
  });

  it('says only that it is malformed when the parser does not keep the body', async () => {
    for (const body of [undefined, null, Buffer.from('hunter2'), { key: 'hunter2' }]) {
      const error = httpError(400, 'Unexpected "hunter2"', { type: 'entity.parse.failed', body });
      const { message } = await answerTo(error);
      assert.equal(message, 'Invalid request parameters: the body must be valid JSON');
    }
  });

  it('says why a strict parser refused valid JSON', async () => {
    for (const body of ['"hunter2"', '7', 'null', '{"__proto__":{"key":"hunter2"}}']) {
      const { message } = await answerTo(
        httpError(400, 'hunter2', { type: 'entity.parse.failed', body }),
      );
      assert.equal(
        message,
        'Invalid request parameters: the body must be a JSON object without a member named __proto__',
      );
    }
  });

  it('says the limit that a body exceeds', async () => {
    const error = httpError(413, 'request entity too large', {
      type: 'entity.too.large',
      limit: 9,
    });
    assert.deepEqual(await answerTo(error), {
      status: 413,
      code: 413,
      message: 'Request payload too large',
      metadata: { limit_bytes: 9 },
    });
  });

  it('keeps a status that the specification has and turns the rest into 400', async () => {
    for (const [thrown, answered] of [
      [401, 401],
      [403, 403],
      [404, 404],
      [429, 429],
      [415, 400],
      [422, 400],
    ] as const) {
      const { status, message } = await answerTo(httpError(thrown, 'so says the host'));
      assert.deepEqual([status, message], [answered, 'so says the host']);
    }
  });

  it('withholds a message that is not meant for clients', async () => {
    const { message } = await answerTo(httpError(400, 'hunter2', { expose: false }));
    assert.equal(message, 'Invalid request parameters');
  });

  it('answers a GatewayError unchanged', async () => {
    assert.equal((await answerTo(new GatewayError('providerOverloaded'))).status, 529);
  });

  it('carries the headers of every gateway answer', async () => {
    const response = await hostErrorResponse(httpError(400, 'bad'), request);
    assert.equal(response?.headers['x-request-id'], 'mine');
    assert.equal(response?.headers['cache-control'], 'no-store');
  });

  it('leaves every other error to the host', async () => {
    const others = [new Error('x'), httpError(500, 'x'), { status: '400' }, 'x', undefined, null];
    for (const error of others) assert.equal(await hostErrorResponse(error, request), undefined);
  });
});

describe('hostErrorResponse with the handler of a gateway', () => {
  const parseError = httpError(400, 'Unexpected', { type: 'entity.parse.failed', body: '{' });
  const read: GatewayHandler = async ({ body, headers }) => {
    assert.equal(headers['x-request-id'], 'mine');
    const error: unknown =
      body.kind === 'bytes' && (await body.read(10).catch((thrown: unknown) => thrown));
    assert.ok(isGatewayError(error));
    return jsonResponse({ status: error.status });
  };

  for (const [what, error, status] of [
    ['malformed', parseError, 400],
    ['too long', httpError(413, 'too large', { type: 'entity.too.large', limit: 10 }), 413],
    [
      'malformed, as koa-bodyparser says it',
      Object.assign(new SyntaxError(), { status: 400 }),
      400,
    ],
  ] as const) {
    it(`lets the gateway answer a body that is ${what}`, async () => {
      const response = await hostErrorResponse(error, request, read);
      assert.deepEqual(response?.body, { kind: 'json', value: { status } });
    });
  }

  it('answers itself where the request is not the gateway’s', async () => {
    const response = await hostErrorResponse(parseError, request, async () => undefined);
    assert.equal(response?.status, 400);
  });

  it('answers itself what the host refuses for another reason', async () => {
    const error = httpError(403, 'wrong signature', { type: 'entity.verify.failed' });
    const response = await hostErrorResponse(error, request, () => assert.fail('was asked'));
    assert.equal(response?.status, 403);
  });
});
