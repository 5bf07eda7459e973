import assert from 'node:assert/strict';
import { once } from 'node:events';
import { access, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer as createPlainServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createRedisServer, hasRedis, NO_REDIS } from '../../../redis/test/support/redis-server.ts';
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

  for (const [status, result, says] of [
    [200, 'ok', 'takes its key'],
    [401, 'problem', 'refuses its key: look at apiKey of providers\\[0\\]'],
    [
      402,
      'problem',
      'takes its key, whose account has no credit left there: look at apiKey of providers\\[0\\]',
    ],
    [403, 'warning', 'answers 403 .*: it refuses its key, or lets it do less; .*providers\\[0\\]'],
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
      // A listening TCP server has an address object.
      const { port } = server.address() as AddressInfo;
      const origin = `http://127.0.0.1:${port}`;
      const { code, out } = await check(
        `providers: [{ kind: openai, baseUrl: "${origin}/v1", apiKey: sk-canary }]\negress: { allowOrigins: ["${origin}"] }`,
      );
      assert.equal(code, result === 'problem' ? 1 : 0);
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
