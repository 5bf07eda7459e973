import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { jsonResponse, withCors, type GatewayRequest } from '@model-gateway/core/http';
import { aRequest } from '../builders.ts';

const ORIGIN = 'https://app.example';

function request(headers: Record<string, string>, method = 'GET'): GatewayRequest {
  return aRequest('/models', { method, headers, signal: new AbortController().signal });
}

const handler = async () => jsonResponse({}, { headers: { vary: 'authorization' } });
const headersOf = async (answered: ReturnType<typeof withCors>, sent: GatewayRequest) =>
  (await answered(sent))?.headers ?? {};

describe('withCors', () => {
  it('lets pages of any origin read a response', async () => {
    const headers = await headersOf(withCors(handler), request({ origin: ORIGIN }));
    assert.equal(headers['access-control-allow-origin'], '*');
    assert.match(headers['access-control-expose-headers'] ?? '', /\bx-request-id\b/);
    assert.equal(headers['vary'], 'authorization');
  });

  it('answers a preflight, with the headers that were requested', async () => {
    const asked = {
      origin: ORIGIN,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'X-Stainless-Lang, not a name',
    };
    const response = await withCors(handler)(request(asked, 'OPTIONS'));
    assert.equal(response?.status, 204);
    const allowed = response.headers['access-control-allow-headers'] ?? '';
    assert.match(allowed, /authorization.*x-stainless-lang/);
    assert.doesNotMatch(allowed, /not a name/);
  });

  it('names a listed origin, and leaves out others', async () => {
    const answered = withCors(handler, { origins: [ORIGIN] });
    const listed = await headersOf(answered, request({ origin: ORIGIN }));
    assert.equal(listed['access-control-allow-origin'], ORIGIN);
    assert.equal(listed['vary'], 'authorization, origin');
    const other = await headersOf(answered, request({ origin: 'https://other.example' }));
    assert.equal(other['access-control-allow-origin'], undefined);
    assert.equal(other['vary'], 'authorization, origin');
  });

  it('leaves a request alone that the handler does not answer', async () => {
    assert.equal(await withCors(async () => undefined)(request({})), undefined);
  });
});
