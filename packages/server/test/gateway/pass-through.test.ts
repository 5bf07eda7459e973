import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { describe, it, type TestContext } from 'node:test';
import { encodeResponse } from '@model-gateway/core/http';
import { ConfigError, openGateway } from '@model-gateway/server';
import { aRequest } from '../../../core/test/builders.ts';
import { startLoopback } from '../../../egress/test/loopback-server.ts';

/* `passThrough` of the configuration. Source: contract §1.10. */

const UPSTREAM_KEY = 'sk-canary-of-the-upstream';

/** A gateway that passes `/audio/*` on to an upstream, which quotes the key that it gets. */
async function gatewayBefore(t: TestContext, more: object = {}) {
  const asked: Pick<IncomingMessage, 'method' | 'url' | 'headers'>[] = [];
  const upstream = await startLoopback(({ method, url, headers }, response) => {
    asked.push({ method, url, headers });
    response.setHeader('x-audio-seconds', '2').setHeader('x-accel-redirect', '/private');
    response.end(`${headers.authorization}`);
  });
  t.after(() => upstream[Symbol.asyncDispose]());
  const gateway = await openGateway(
    {
      store: 'sqlite::memory:',
      log: { level: 'silent' },
      egress: { allowOrigins: [upstream.url] },
      passThrough: {
        baseUrl: `${upstream.url}/v2`,
        apiKey: { env: 'UPSTREAM_KEY' },
        paths: ['/audio/*'],
        requestHeaders: ['x-title'],
        responseHeaders: ['x-audio-seconds'],
      },
      ...more,
    },
    { env: { UPSTREAM_KEY } },
  );
  t.after(() => gateway.close());
  const { id: workspaceId } = await gateway.administration.workspaces.create({
    accountId: 'user_1',
    name: 'Default',
  });
  const made = await gateway.administration.keys.create({
    label: 'shop',
    userId: 'user_1',
    workspaceId,
  });
  await gateway.ready();
  /** Returns status, headers and text. */
  const ask = async (path: string, body = new Uint8Array(), key = made.text) => {
    const response = await gateway.handle(
      aRequest(path, {
        search: '?a=1',
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'x-title': 'app', 'x-api-key': 'theirs' },
        body: { kind: 'bytes', read: async () => body },
      }),
    );
    assert.ok(response !== undefined);
    const { status, headers, body: answer } = response;
    if (answer.kind !== 'stream') {
      return { status, headers, text: Buffer.concat(encodeResponse(response).parts).toString() };
    }
    let text = '';
    for await (const chunk of answer.chunks) text += Buffer.from(chunk).toString();
    return { status, headers, text };
  };
  return { gateway, asked, ask, origin: upstream.url };
}

describe('a path that the configuration passes through', () => {
  it('goes to the upstream under its key, which the client never sees', async (t) => {
    const { ask, asked } = await gatewayBefore(t);
    const { status, headers, text } = await ask('/audio/speech');
    const [{ method, url, headers: sent } = assert.fail('nothing was asked')] = asked;
    assert.deepEqual([status, method, url], [200, 'POST', '/v2/audio/speech?a=1']);
    assert.equal(sent['authorization'], `Bearer ${UPSTREAM_KEY}`);
    assert.deepEqual([sent['x-title'], sent['x-api-key']], ['app', undefined]);
    assert.equal(text, `Bearer ${'*'.repeat(UPSTREAM_KEY.length)}`);
    assert.deepEqual([headers['x-audio-seconds'], headers['x-accel-redirect']], ['2', undefined]);
  });

  it('needs a key of the gateway', async (t) => {
    const { ask, asked } = await gatewayBefore(t);
    assert.equal((await ask('/audio/speech', undefined, 'unknown')).status, 401);
    assert.deepEqual(asked, []);
  });

  it('counts in metrics, as one route', async (t) => {
    const { gateway, ask } = await gatewayBefore(t);
    await ask('/audio/speech');
    const page = await gateway.admin(aRequest('/metrics', { mount: '' }));
    assert.ok(page !== undefined);
    const text = Buffer.concat(encodeResponse(page).parts).toString();
    assert.ok(text.includes('gateway_requests_total{route="/*path",method="POST",status="200"'));
    assert.ok(!text.includes('canary'));
  });

  it('needs an origin that is vouched for, where its address is private', async (t) => {
    const { ask, asked } = await gatewayBefore(t, { egress: {} });
    assert.equal((await ask('/audio/speech')).status, 502);
    assert.deepEqual(asked, []);
  });
});

it('a path that the configuration does not pass through is a 404', async (t) => {
  const { ask, asked } = await gatewayBefore(t);
  for (const path of ['/audio', '/files', '/audio/..%2ffiles']) {
    assert.equal((await ask(path)).status, 404, path);
  }
  assert.deepEqual(asked, []);
});

it('a configuration without passThrough answers no path of its own accord', async (t) => {
  const { gateway } = await gatewayBefore(t, { passThrough: null });
  const answer = await gateway.handle(aRequest('/audio/speech', { method: 'POST' }));
  assert.equal(answer, undefined);
});

describe('passThrough of the configuration', () => {
  const good = {
    baseUrl: 'https://a.example/v1',
    apiKey: { env: 'UPSTREAM_KEY' },
    paths: ['/a/*'],
  };
  const wrong: readonly (readonly [what: string, given: object, message: RegExp])[] = [
    ['no key', { ...good, apiKey: undefined }, /passThrough\.apiKey/],
    ['a key that is not set', { ...good, apiKey: { env: 'NOT_SET' } }, /NOT_SET is not set/],
    ['a key with a space', { ...good, apiKey: 'sk canary' }, /apiKey must be a key of visible/],
    ['no path', { ...good, paths: [] }, /passThrough\.paths/],
    ['no list of paths', { ...good, paths: undefined }, /passThrough\.paths/],
    ['a path that none can have', { ...good, paths: ['audio'] }, /passThrough: paths must hold/],
    ['an invalid address', { ...good, baseUrl: 'a.example' }, /passThrough\.baseUrl/],
    ['a password', { ...good, baseUrl: 'https://u:canary@a.example' }, /must not contain a user/],
    ['a member it lacks', { ...good, path: ['/a'] }, /passThrough\.path is unknown; did you mean/],
    [
      'a credential of the client',
      { ...good, requestHeaders: ['x-api-key'] },
      /passThrough: requestHeaders must not hold x-api-key/,
    ],
    [
      'a header that acts on browsers',
      { ...good, responseHeaders: ['set-cookie'] },
      /passThrough: responseHeaders must not hold set-cookie/,
    ],
  ];
  for (const [what, passThrough, message] of wrong) {
    it(`is refused with ${what}`, async () => {
      // Made wrong on purpose.
      const opened = openGateway({ passThrough: passThrough as never }, { env: { UPSTREAM_KEY } });
      await assert.rejects(opened, (error) => {
        assert.ok(error instanceof ConfigError);
        assert.match(error.message, message);
        assert.doesNotMatch(error.message, /canary/);
        return true;
      });
    });
  }

  it('takes null for an upstream without a key', async () => {
    const config = { store: 'sqlite::memory:', log: { level: 'silent' } } as const;
    await using gateway = await openGateway({ ...config, passThrough: { ...good, apiKey: null } });
    assert.equal(gateway.config.passThrough?.apiKey, null);
  });
});
