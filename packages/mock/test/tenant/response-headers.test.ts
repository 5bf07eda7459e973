import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseFixtures } from '@model-gateway/fixtures';
import { createMockGateway, startMockGateway, type RunningMockGateway } from '@model-gateway/mock';
import { ask } from '../ask.ts';

interface Case {
  /** Which answer it is. */
  readonly to: string;
  readonly status: number;
  readonly path: string;
  readonly key?: 'none' | 'strange';
  /** Below the tenant's own URL, which takes any key. */
  readonly anyKey?: boolean;
  readonly method?: string;
  readonly ruled?: (gateway: RunningMockGateway) => unknown;
}

const CASES: readonly Case[] = [
  { to: 'an operation', status: 200, path: '/models' },
  { to: 'HEAD', status: 200, path: '/models', method: 'HEAD' },
  { to: 'a request without a key', status: 401, path: '/models', key: 'none' },
  { to: 'a key of no tenant', status: 401, path: '/models', key: 'strange' },
  { to: 'a path that matches nothing', status: 404, path: '/modells' },
  { to: 'a malformed path', status: 400, path: '/models/%zz' },
  { to: 'any key', status: 200, path: '/models', key: 'strange', anyKey: true },
  { to: 'no key where any will do', status: 401, path: '/models', key: 'none', anyKey: true },
  { to: 'a malformed path under any key', status: 400, path: '/models/%zz', anyKey: true },
  {
    to: 'a rule that fails',
    status: 529,
    path: '/models',
    ruled: (gateway) => gateway.on('listModels').fail(529),
  },
  {
    to: 'a route',
    status: 200,
    path: '/chat',
    ruled: (gateway) => gateway.route('GET', '/chat').reply({ json: {} }),
  },
  {
    to: 'a route whose rule passes it on',
    status: 404,
    path: '/chat',
    ruled: (gateway) => gateway.route('GET', '/chat').delay(0),
  },
  {
    to: 'a rule that throws',
    status: 500,
    path: '/models',
    ruled: (gateway) =>
      gateway.on('listModels').reply(() => {
        throw new Error('thrown by the test');
      }),
  },
  {
    to: 'a fault that changes the answer',
    status: 200,
    path: '/models',
    ruled: (gateway) => gateway.on('listModels').fault('cut-json'),
  },
  {
    to: 'a fault that replaces the answer',
    status: 502,
    path: '/models',
    ruled: (gateway) => gateway.on('listModels').fault('html-502'),
  },
  {
    to: 'a fault after the headers',
    status: 200,
    path: '/models',
    ruled: (gateway) => gateway.on('listModels').fault('reset-after-headers'),
  },
];

describe('responseHeaders', () => {
  for (const { to, status, path, key, anyKey = false, method = 'GET', ruled } of CASES) {
    it(`are in the answer to ${to}`, async () => {
      await using gateway = await startMockGateway({
        world: 'tiny',
        unhandled: 'ignore',
        responseHeaders: { 'X-Region': 'eu-1' },
      });
      ruled?.(gateway);
      const text = key === 'strange' ? 'sk-strange' : gateway.apiKey;
      const headers = key === 'none' ? {} : { authorization: `Bearer ${text}` };
      const base = anyKey ? gateway.anyKeyURL : gateway.baseURL;
      const response = await fetch(base + path, { method, headers });
      // Of a broken answer there is no whole body.
      await response.text().catch(() => '');
      assert.deepEqual([response.status, response.headers.get('x-region')], [status, 'eu-1']);
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
