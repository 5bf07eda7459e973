import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { GatewayOptions } from '@model-gateway/core';
import {
  aDestinationOf,
  aDestinationStore,
  anAdminGateway,
  issuesOf,
  patch,
  updated,
  type KnownKind,
} from '../admin-builders.ts';

/* Secrets and a PATCH that sends them elsewhere. Source: contract §5.11. */

const REQUIRE = { originChange: 'require-secrets' } as const;

function given(type: KnownKind, destinations: GatewayOptions['destinations'], config?: object) {
  const destination = aDestinationOf(type);
  const stored = config === undefined ? destination : { ...destination, config: { ...config } };
  const gateway = anAdminGateway({ destinations: aDestinationStore([stored]) }, destinations);
  return { patch: (changes: object) => patch(gateway, destination.id, { config: changes }) };
}

const EVIL = 'https://evil.example';

describe('a PATCH that changes the origin of an address', () => {
  it('keeps stored secrets by default', async () => {
    const { baseUrl } = updated(await given('langfuse', undefined).patch({ baseUrl: EVIL })).config;
    assert.equal(baseUrl, EVIL);
  });

  it('is refused with require-secrets and names every secret to send', async () => {
    const issues = issuesOf(await given('langfuse', REQUIRE).patch({ baseUrl: EVIL }));
    assert.deepEqual(issues, [
      {
        path: 'config.publicKey',
        message: 'config.publicKey must be sent in full, because config.baseUrl changes its origin',
      },
      {
        path: 'config.secretKey',
        message: 'config.secretKey must be sent in full, because config.baseUrl changes its origin',
      },
      {
        path: 'config.headers.X-Tenant',
        message:
          'config.headers.X-Tenant must be sent in full, because config.baseUrl changes its origin',
      },
      {
        path: 'config.headers.authorization',
        message:
          'config.headers.authorization must be sent in full, because config.baseUrl changes its origin',
      },
    ]);
  });

  it('is accepted with every secret in full', async () => {
    const answer = await given('langfuse', REQUIRE).patch({
      baseUrl: EVIL,
      publicKey: 'pk-new-of-mine',
      secretKey: 'sk-new-of-mine',
      headers: {},
    });
    assert.equal(updated(answer).config['baseUrl'], EVIL);
  });

  it('is refused with masks in place of secrets', async () => {
    const issues = issuesOf(
      await given('langfuse', REQUIRE).patch({
        baseUrl: EVIL,
        publicKey: '...',
        secretKey: 'sk-new-of-mine',
        headers: { 'x-tenant': 'head...t-20' },
      }),
    );
    assert.deepEqual(
      issues.map(({ path }) => path),
      ['config.publicKey', 'config.headers.x-tenant'],
    );
  });

  const plain = { publicKey: 'pk-lf-secret-1', secretKey: 'sk-lf-secret-2' };
  for (const [what, kind, stored, change, isRefused] of [
    ['another path', 'langfuse', { ...plain, baseUrl: 'https://a.example' }, '/b', false],
    ['another port', 'langfuse', { ...plain, baseUrl: 'https://a.example' }, ':8443', true],
    ['the port that it had', 'langfuse', { ...plain, baseUrl: 'https://a.example' }, ':443', false],
    ['a first address', 'langfuse', plain, 'https://a.example', true],
  ] as const) {
    it(`${isRefused ? 'is refused' : 'is accepted'} for ${what}`, async () => {
      const baseUrl = 'baseUrl' in stored ? stored.baseUrl + change : change;
      const { status } = await given(kind, REQUIRE, stored).patch({ baseUrl });
      assert.equal(status, isRefused ? 400 : 200);
    });
  }

  for (const [kind, change] of [
    ['webhook', { url: `${EVIL}/in` }],
    ['otel-collector', { endpoint: EVIL }],
    ['sentry', { otlpEndpoint: EVIL }],
    ['clickhouse', { host: 'evil.example' }],
    ['s3', { endpoint: EVIL }],
    ['snowflake', { account: 'evil-account' }],
  ] as const) {
    it(`is refused for ${kind} with ${Object.keys(change).join()}`, async () => {
      const issues = issuesOf(await given(kind, REQUIRE).patch(change));
      assert.ok(issues.length > 0);
      for (const { message } of issues) assert.match(message, /must be sent in full/);
    });
  }

  it('compares hosts without case', async () => {
    const config = { host: 'ch.example', database: 'd', username: 'u', password: 'p-secret' };
    const { status } = await given('clickhouse', REQUIRE, config).patch({ host: 'CH.example' });
    assert.equal(status, 200);
  });

  it('is accepted where there are no secrets', async () => {
    const config = { endpoint: 'https://collector.example' };
    const { status } = await given('otel-collector', REQUIRE, config).patch({ endpoint: EVIL });
    assert.equal(status, 200);
  });
});

describe('a PATCH that leaves the origin alone', () => {
  it('is accepted without secrets', async () => {
    const { status } = await given('grafana', REQUIRE).patch({ instanceId: '4712' });
    assert.equal(status, 200);
  });
});
