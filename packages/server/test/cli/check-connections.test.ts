// Own process: starts a Redis.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { access, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer as createPlainServer } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import tls from 'node:tls';
import { after, before, describe, it } from 'node:test';
import { selfSigned } from '../../../egress/test/self-signed.ts';
import { createRedisServer, hasRedis, NO_REDIS } from '../../../redis/test/support/redis-server.ts';
import { PROVIDER_KINDS } from '../../src/providers/kinds.ts';
import { KEY_TESTS } from '../../src/providers/test-key.ts';
import { command } from '../support/command.ts';

describe('model-gateway check', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'model-gateway-server-'));
  });
  after(() => rm(folder, { recursive: true }));

  const check = async (more: string) => {
    const text = `store: "sqlite::memory:"\n${more}\n`;
    await writeFile(path.join(folder, 'model-gateway.yaml'), text);
    return command(folder, ['check']);
  };

  it('names an alias whose model no provider serves', async () => {
    const { code, out } = await check(
      'providers: [{ kind: demo }]\ninference: { aliases: { fast: demo/echo, smart: acme/none } }',
    );
    assert.equal(code, 1);
    assert.match(out, /problem +inference +aliases\.smart is acme\/none, which no provider serves/);
    assert.match(out, /ok +provider demo +3 models; needs no network/);
    assert.doesNotMatch(out, /aliases\.fast/);
  });

  it('names what is wrong with the certificate of a provider', async (t) => {
    const server = createServer(selfSigned('127.0.0.1'));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    t.after(() => server.close());
    // A listening TCP server has an address object.
    const { port } = server.address() as AddressInfo;
    const origin = `https://127.0.0.1:${port}`;
    const { code, out } = await check(
      `providers: [{ kind: openai, baseUrl: "${origin}/v1", apiKey: k }]\negress: { allowOrigins: ["${origin}"] }`,
    );
    assert.equal(code, 1);
    assert.match(
      out,
      /problem +provider openai +127\.0\.0\.1:\d+ has a certificate that is not trusted \(DEPTH_ZERO_SELF_SIGNED_CERT\); NODE_EXTRA_CA_CERTS=/,
    );
  });

  it('names a certificate that has expired, and a connection that is refused', async (t) => {
    const expired = selfSigned('127.0.0.1', '20210101000000Z');
    const trusted = tls.getCACertificates('default');
    // Trusted, so that nothing else is wrong with it.
    tls.setDefaultCACertificates([...trusted, expired.cert]);
    t.after(() => tls.setDefaultCACertificates(trusted));
    const server = createServer(expired);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    // As above.
    const { port } = server.address() as AddressInfo;
    const origin = `https://127.0.0.1:${port}`;
    const config = `providers: [{ kind: anthropic, baseUrl: "${origin}/v1", apiKey: k }]\negress: { allowOrigins: ["${origin}"] }`;
    const { code, out } = await check(config);
    server.close();
    assert.equal(code, 1);
    assert.match(
      out,
      /problem +provider anthropic +127\.0\.0\.1:\d+ has a certificate that has expired \(CERT_HAS_EXPIRED\)/,
    );
    await once(server, 'close');
    const refused = await check(config);
    assert.equal(refused.code, 1);
    assert.match(refused.out, /problem +provider anthropic +127\.0\.0\.1:\d+ refuses connections/);
  });

  it('asks Anthropic in its own way whether it takes a key', async (t) => {
    const asked: unknown[] = [];
    const server = createPlainServer(({ url, headers }, response) => {
      asked.push([url, headers['x-api-key'], headers['anthropic-version'], headers.authorization]);
      response.writeHead(401).end();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    t.after(() => server.close());
    // As above.
    const { port } = server.address() as AddressInfo;
    const origin = `http://127.0.0.1:${port}`;
    const { code, out } = await check(
      `providers: [{ kind: anthropic, baseUrl: "${origin}/v1", apiKey: sk-canary }]\negress: { allowOrigins: ["${origin}"] }`,
    );
    assert.equal(code, 1);
    assert.match(
      out,
      /problem +provider anthropic .* refuses its key: look at apiKey of providers\[0\]/,
    );
    assert.doesNotMatch(out, /canary/);
    assert.deepEqual(asked, [['/v1/models?limit=1', 'sk-canary', '2026-10-21', undefined]]);
  });

  for (const [status, result, says] of [
    [200, 'ok', 'takes its key'],
    [401, 'problem', 'refuses its key: look at apiKey of providers\\[0\\]'],
    [403, 'problem', 'refuses its key: look at apiKey of providers\\[0\\]'],
    [404, 'ok', 'can be reached'],
    [500, 'ok', 'can be reached'],
  ] as const) {
    it(`asks a provider that answers ${status} for its models`, async (t) => {
      const asked: unknown[] = [];
      const server = createPlainServer(({ method, url, headers }, response) => {
        asked.push([method, url, headers.authorization]);
        response.writeHead(status, { 'content-type': 'application/json' }).end('{"canary":1}');
      });
      await once(server.listen(0, '127.0.0.1'), 'listening');
      t.after(() => server.close());
      // As above.
      const { port } = server.address() as AddressInfo;
      const origin = `http://127.0.0.1:${port}`;
      const { code, out } = await check(
        `providers: [{ kind: openai, baseUrl: "${origin}/v1", apiKey: sk-canary }]\negress: { allowOrigins: ["${origin}"] }`,
      );
      assert.equal(code, result === 'ok' ? 0 : 1);
      assert.match(out, new RegExp(`${result} +provider openai .*127.0.0.1:${port} ${says}`));
      assert.doesNotMatch(out, /canary/);
      assert.deepEqual(asked, [['GET', '/v1/models', 'Bearer sk-canary']]);
    });
  }

  it('reaches the upstream of pass-through, and does not call it', async (t) => {
    let calls = 0;
    const server = createPlainServer((_, response) => response.end(String(calls++)));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    t.after(() => server.close());
    // As above.
    const { port } = server.address() as AddressInfo;
    const origin = `http://127.0.0.1:${port}`;
    const passThrough = `passThrough: { baseUrl: "${origin}/v1", apiKey: canary, paths: [/audio/*] }`;
    const refused = await check(passThrough);
    assert.equal(refused.code, 1);
    assert.match(refused.out, /problem +pass-through .*egress\.allowOrigins/);
    const { code, out } = await check(`${passThrough}\negress: { allowOrigins: ["${origin}"] }`);
    assert.equal(code, 0);
    assert.match(out, /ok +pass-through +127\.0\.0\.1:\d+ can be reached; what goes there is not/);
    assert.match(out, /warning +model-gateway.yaml +passThrough\.apiKey is written into/);
    assert.doesNotMatch(out, /canary/);
    assert.equal(calls, 0);
  });

  it('takes a store that serve will make, and makes none', async () => {
    await writeFile(path.join(folder, 'model-gateway.yaml'), 'store: "sqlite:later.db"\n');
    const { code, out } = await command(folder, ['check']);
    assert.equal(code, 0);
    assert.match(out, /ok +store +has no tables yet: serve makes them/);
    await assert.rejects(access(path.join(folder, 'later.db')), { code: 'ENOENT' });
  });

  it('knows of every kind of provider whether its key can be tried', () => {
    assert.deepEqual(Object.keys(KEY_TESTS).toSorted(), [...PROVIDER_KINDS.keys()].toSorted());
  });

  const limits = (url: string) => `limits: { store: redis, redis: "${url}" }`;

  it('says that Redis does not answer, without its password', async () => {
    const { code, out } = await check(limits('redis://:canary@127.0.0.1:1'));
    assert.equal(code, 1);
    assert.match(
      out,
      /problem +redis +does not answer \(ECONNREFUSED\): limits\.whenUnreachable, local, decides/,
    );
    assert.doesNotMatch(out, /canary/);
  });

  it('asks Redis', { skip: !hasRedis() && process.env['CI'] !== 'true' && NO_REDIS }, async (t) => {
    const redis = await createRedisServer();
    await redis.start();
    t.after(() => redis.crash());
    assert.match(
      (await check(limits(`redis://127.0.0.1:${redis.port}`))).out,
      /ok +redis +answers/,
    );
    const refused = await check(limits(`redis://user:canary@127.0.0.1:${redis.port}`));
    assert.match(refused.out, /problem +redis +does not answer \(WRONGPASS\)/);
    assert.doesNotMatch(refused.out, /canary/);
  });
});
