// Own process: starts a Redis.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { selfSigned } from '../../../egress/test/self-signed.ts';
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
