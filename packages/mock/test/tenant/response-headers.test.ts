import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseFixtures } from '@model-gateway/fixtures';
import { createMockGateway, startMockGateway } from '@model-gateway/mock';
import { ask } from '../ask.ts';
import { answered, EVERY_ANSWER } from './every-answer.ts';

describe('responseHeaders', () => {
  for (const answer of EVERY_ANSWER) {
    it(`are in the answer to ${answer.to}`, async () => {
      const { status, headers } = await answered(answer, {
        responseHeaders: { 'X-Region': 'eu-1' },
      });
      assert.deepEqual([status, headers.get('x-region')], [answer.status, 'eu-1']);
    });
  }

  it('are in the answer to a used up route', async () => {
    await using gateway = await startMockGateway({
      world: 'tiny',
      unhandled: 'ignore',
      responseHeaders: { 'x-region': 'eu-1' },
    });
    gateway.route('GET', '/chat').reply({ json: {} });
    const get = () =>
      fetch(`${gateway.baseURL}/chat`, { headers: { authorization: `Bearer ${gateway.apiKey}` } });
    await get();
    const { status, headers } = await get();
    assert.deepEqual([status, headers.get('x-region')], [404, 'eu-1']);
  });

  it('are in the answer of a fixture to a path that matches no operation', async () => {
    const text = `
gw: 1
exchanges:
  - id: chat
    match: { method: GET, path: /chat }
    respond: { status: 200, json: {} }
`;
    await using gateway = await startMockGateway({
      fixtures: parseFixtures([{ file: 'chat.gw.yaml', text }]),
      responseHeaders: { 'x-region': 'eu-1' },
    });
    const { status, headers } = await fetch(`${gateway.baseURL}/chat`);
    assert.deepEqual([status, headers.get('x-region')], [200, 'eu-1']);
  });

  it('take the place of headers of the gateway', async () => {
    const gateway = createMockGateway({ responseHeaders: { 'Cache-Control': 'max-age=60' } });
    const { headers } = await ask(gateway, 'GET /v1/models?limit=1');
    assert.equal(headers['cache-control'], 'max-age=60');
  });

  it('are those of the tenant whose key the request has', async () => {
    const gateway = createMockGateway({ responseHeaders: { 'x-region': 'eu-1' } });
    const other = gateway.tenant({ responseHeaders: { 'x-region': 'us-2' } });
    const regionOf = async (key: string) =>
      (await ask(gateway, 'GET /v1/models?limit=1', { key })).headers['x-region'];
    assert.deepEqual(
      [await regionOf(gateway.apiKey), await regionOf(other.apiKey)],
      ['eu-1', 'us-2'],
    );
  });

  const invalid: readonly (readonly [name: string, given: object])[] = [
    ['a name with a space', { 'x region': 'eu-1' }],
    ['a value with a line break', { 'x-region': 'eu-1\r\nset-cookie: a=b' }],
    ['a value that is not text', { 'x-region': 1 }],
    ['a header that says where the answer ends', { 'Content-Length': '5' }],
    ['a value that JSON does not have', { 'x-region': 1n }],
    ['a list', ['x-region: eu-1']],
    ['Headers, whose entries are not members', new Headers({ 'x-region': 'eu-1' })],
  ];
  for (const [what, given] of invalid) {
    it(`refuse ${what}`, () => {
      // What plain JavaScript may pass.
      const responseHeaders = given as Record<string, string>;
      assert.throws(() => createMockGateway({ responseHeaders }), { code: 'GW1105' });
    });
  }
});
