// Own process: changes what it trusts, and its environment.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import tls from 'node:tls';
import { after, before, describe, it, type TestContext } from 'node:test';
import { startFakeBedrock } from '@model-gateway/providers/testing';
import { selfSigned } from '../../../egress/test/self-signed.ts';
import { KINDS } from '../../../repo-tools/test/smoke/server-kinds.ts';
import { PROVIDER_KINDS } from '../../src/providers/kinds.ts';
import { command } from '../support/command.ts';

/** Those of which every request costs or needs more than a key. */
const UNTRIED = ['ark', 'fal', 'vertex'];
const CALLED = Object.entries(KINDS).filter(([, { start }]) => start !== undefined);
const CANARY = 'canary-of-a-key';

describe('model-gateway check, of a provider of each kind', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'model-gateway-server-'));
  });
  after(() => rm(folder, { recursive: true }));

  /** What check says of each provider, by its slug. */
  const findings = async (providers: readonly Entry[]) => {
    const config = {
      store: 'sqlite::memory:',
      providers,
      egress: { allowOrigins: providers.map(({ baseUrl }) => new URL(baseUrl).origin) },
    };
    await writeFile(path.join(folder, 'model-gateway.yaml'), JSON.stringify(config));
    const { code, out, err } = await command(folder, ['check']);
    assert.doesNotMatch(out + err, new RegExp(CANARY));
    return {
      code,
      of: (slug: string) =>
        out
          .split('\n')
          .filter((line) => new RegExp(`^(ok|problem) +provider ${slug} `).test(line))
          .join('\n'),
    };
  };
  const at = (baseUrl: string, apiKey = CANARY) =>
    CALLED.map(([kind, { models }]) => ({
      kind,
      slug: kind,
      baseUrl,
      apiKey,
      ...(models && { models }),
    }));
  const overFakes = async (t: TestContext, apiKey?: string) =>
    Promise.all(
      CALLED.map(async ([kind, { start, models }]) => {
        assert.ok(start);
        const fake = await start();
        t.after(() => fake[Symbol.asyncDispose]());
        const { baseUrl } = fake;
        const key = apiKey ?? fake.apiKey;
        return { kind, slug: kind, baseUrl, apiKey: key, ...(models && { models }) };
      }),
    );

  it('knows every kind', () => {
    assert.deepEqual(Object.keys(KINDS).toSorted(), [...PROVIDER_KINDS.keys()].toSorted());
  });

  it('names a key that is refused', async (t) => {
    const { code, of } = await findings(await overFakes(t, CANARY));
    assert.equal(code, 1);
    for (const [position, [kind]] of CALLED.entries()) {
      const says = UNTRIED.includes(kind)
        ? /^ok .*127\.0\.0\.1:\d+ can be reached$/
        : new RegExp(
            `^problem .*127\\.0\\.0\\.1:\\d+ refuses its key: look at apiKey of providers\\[${position}\\]$`,
          );
      assert.match(of(kind), says);
    }
  });

  it('says that a key is taken', async (t) => {
    const { code, of } = await findings(await overFakes(t));
    assert.equal(code, 0);
    for (const [kind] of CALLED) {
      const says = UNTRIED.includes(kind) ? /^ok .* can be reached$/ : /^ok .* takes its key$/;
      assert.match(of(kind), says);
    }
  });

  it('names a connection that is refused', async () => {
    const server = createHttpServer();
    const origin = await originOf(server, 'http');
    server.close();
    await once(server, 'close');
    const { code, of } = await findings(at(`${origin}/v1`));
    assert.equal(code, 1);
    for (const [kind] of CALLED) {
      assert.match(of(kind), /^problem .*127\.0\.0\.1:\d+ refuses connections$/);
    }
  });

  it('names a certificate that has expired', async (t) => {
    const expired = selfSigned('127.0.0.1', '20210101000000Z');
    const trusted = tls.getCACertificates('default');
    // Trusted, so that nothing else is wrong with it.
    tls.setDefaultCACertificates([...trusted, expired.cert]);
    t.after(() => tls.setDefaultCACertificates(trusted));
    const server = createServer(expired);
    t.after(() => server.close());
    const { code, of } = await findings(at(`${await originOf(server, 'https')}/v1`));
    assert.equal(code, 1);
    for (const [kind] of CALLED) {
      assert.match(
        of(kind),
        /^problem .*127\.0\.0\.1:\d+ has a certificate that has expired \(CERT_HAS_EXPIRED\)/,
      );
    }
  });

  it('names a certificate that nobody vouches for', async (t) => {
    const server = createServer(selfSigned('127.0.0.1'));
    t.after(() => server.close());
    const { of } = await findings(at(`${await originOf(server, 'https')}/v1`));
    for (const [kind] of CALLED) {
      assert.match(
        of(kind),
        /^problem .* is not trusted \(DEPTH_ZERO_SELF_SIGNED_CERT\); NODE_EXTRA_CA_CERTS=/,
      );
    }
  });

  describe('with credentials of AWS', () => {
    const over = async (t: TestContext, secretAccessKey: string, sessionToken?: string) => {
      const session = sessionToken === undefined ? '' : `:${sessionToken}`;
      const fake = await startFakeBedrock({ apiKey: `AKIAFAKE:fake-secret${session}` });
      t.after(() => fake[Symbol.asyncDispose]());
      const credentials = { accessKeyId: 'AKIAFAKE', secretAccessKey, sessionToken };
      const { baseUrl } = fake;
      return { kind: 'bedrock', slug: 'bedrock', baseUrl, region: 'eu-central-1', credentials };
    };

    it('signs what it asks', async (t) => {
      for (const session of [undefined, 'a-session']) {
        const { code, of } = await findings([await over(t, 'fake-secret', session)]);
        assert.equal(code, 0);
        assert.match(of('bedrock'), /^ok .* takes its key$/);
      }
    });

    it('signs with those that the tools of AWS find', async (t) => {
      const given = { AWS_ACCESS_KEY_ID: 'AKIAFAKE', AWS_SECRET_ACCESS_KEY: 'fake-secret' };
      const before = Object.keys(given).map((name) => [name, process.env[name]] as const);
      Object.assign(process.env, given);
      t.after(() => {
        for (const [name, value] of before) {
          if (value === undefined) delete process.env[name];
          else process.env[name] = value;
        }
      });
      const { credentials: _, ...provider } = await over(t, 'x');
      const { of } = await findings([{ ...provider, credentials: 'chain' }]);
      assert.match(of('bedrock'), /^ok .* takes its key$/);
    });

    it('names those that are refused', async (t) => {
      const { of } = await findings([await over(t, CANARY)]);
      assert.match(of('bedrock'), /refuses its key: look at credentials of providers\[0\]$/);
    });

    it('says nothing of credentials that may use models and not list them', async (t) => {
      const { of } = await findings([{ ...(await over(t, 'x')), baseUrl: await denying(t) }]);
      assert.match(of('bedrock'), /^ok .* can be reached$/);
    });
  });
});

interface Entry {
  readonly slug: string;
  readonly baseUrl: string;
  readonly [member: string]: unknown;
}

async function originOf(server: Server, protocol: 'http' | 'https'): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // A listening TCP server has an address object.
  return `${protocol}://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Answers as IAM does where a policy does not allow the request. */
async function denying(t: TestContext): Promise<string> {
  const says = 'User: arn:aws:iam::1:user/a is not authorized to perform: bedrock:List';
  const server = createHttpServer((_, response) =>
    response
      .writeHead(403, { 'x-amzn-errortype': 'AccessDeniedException' })
      .end(JSON.stringify({ Message: says })),
  );
  t.after(() => server.close());
  return originOf(server, 'http');
}
