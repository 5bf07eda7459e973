import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { createManualClock } from '@model-gateway/core';
import { mountAt } from '@model-gateway/core/http';
import { toRequestListener } from '@model-gateway/node';
import { startFakeOpenAi, type FakeProvider } from '@model-gateway/providers/testing';
import { OpenRouter } from '@openrouter/sdk';
import { openGateway, type OpenGateway } from '@model-gateway/server';

const MODEL = 'demo/echo';
const PAINTER = 'openai/gpt-image-1-mini';
const DAY_MS = 24 * 60 * 60 * 1000;

/** The official client of the look-alike validates every answer; a wrong name or type rejects. */
describe('@openrouter/sdk reads keys, credits and use from a server over SQLite', () => {
  const clock = createManualClock(Date.UTC(2026, 0, 10, 12));
  let gateway: OpenGateway;
  let server: Server;
  let openai: FakeProvider;
  let baseUrl: string;
  let texts: Readonly<Record<'inference' | 'management', string>>;
  let clientOf: (apiKey: string) => OpenRouter;

  before(async () => {
    openai = await startFakeOpenAi();
    gateway = await openGateway(
      {
        store: 'sqlite::memory:',
        log: { level: 'silent' },
        server: { dialect: 'openrouter' },
        providers: [
          { kind: 'demo' },
          { kind: 'openai', baseUrl: openai.baseUrl, apiKey: { env: 'OPENAI_API_KEY' } },
        ],
        egress: { allowOrigins: [new URL(openai.baseUrl).origin] },
      },
      { clock, env: { OPENAI_API_KEY: openai.apiKey } },
    );
    const { accounts, keys } = gateway.administration;
    await accounts.create({ id: 'default', credits: '10' });
    const workspaceId = '10000000-0000-4000-8000-000000000001';
    const make = async (kind: 'inference' | 'management') => {
      const creditAccountId = 'default';
      const owner = { userId: 'user_1', organizationId: 'org_1', workspaceId };
      return (await keys.create({ label: kind, kind, ...owner, creditAccountId })).text;
    };
    texts = { inference: await make('inference'), management: await make('management') };
    server = createServer(toRequestListener(mountAt('/v1', gateway.handle)));
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    baseUrl = `http://127.0.0.1:${port}/v1`;
    clientOf = (apiKey) => new OpenRouter({ apiKey, serverURL: baseUrl });
  });
  after(async () => {
    server.closeAllConnections();
    server.close();
    await gateway[Symbol.asyncDispose]();
    await openai[Symbol.asyncDispose]();
  });

  it('the catalog in parts', async () => {
    const client = clientOf(texts.inference);
    const { data } = await client.models.count({ outputModalities: 'all' });
    assert.ok(data.count > 0);
    const shown = await client.models.get({ author: 'demo', slug: 'echo' });
    assert.equal(shown.data.id, MODEL);
    const endpoints = await client.endpoints.list({ author: 'demo', slug: 'echo' });
    assert.equal(endpoints.data.endpoints.length, 1);
    assert.ok(Array.isArray((await client.endpoints.listZdrEndpoints()).data));
    assert.ok((await client.providers.list()).data.some(({ slug }) => slug === 'demo'));
    const pages = await client.models.listForUser({ bearer: texts.inference }, { limit: 100 });
    for await (const { result } of pages) assert.ok(result.data.some(({ id }) => id === MODEL));
  });

  it('a key that it makes, what that used, and what it cost', async () => {
    const admin = clientOf(texts.management);
    const requestBody = { name: 'CI', limit: 5, limitReset: 'daily' as const };
    const { data: made, key } = await admin.apiKeys.create({ requestBody });
    const client = clientOf(key);
    const drawn = await fetch(`${baseUrl}/images`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: PAINTER, prompt: 'a lighthouse' }),
    });
    assert.equal(drawn.status, 200, await drawn.text());
    const id = drawn.headers.get('x-generation-id') ?? '';
    const { data: generation } = await client.generations.getGeneration({ id });
    assert.equal(generation.model, PAINTER);
    assert.ok(generation.totalCost > 0);
    const own = (await client.apiKeys.getCurrentKeyMetadata()).data;
    assert.equal(own.usage, generation.totalCost);
    assert.equal(own.limitRemaining, 5 - generation.totalCost);
    const { hash } = made;
    assert.equal((await admin.apiKeys.get({ hash })).data.usageDaily, generation.totalCost);
    // In any order: keys of the same millisecond are ordered by their hashes.
    assert.ok((await admin.apiKeys.list()).data.some((listed) => listed.hash === hash));
    const renamed = await admin.apiKeys.update({ hash, requestBody: { name: 'Renamed' } });
    assert.equal(renamed.data.name, 'Renamed');
    const credits = (await admin.credits.getCredits()).data;
    assert.deepEqual(credits, { totalCredits: 10, totalUsage: generation.totalCost });
    clock.advance(DAY_MS);
    const [day] = (await admin.analytics.getUserActivity({ apiKeyHash: hash })).data;
    assert.deepEqual([day?.model, day?.requests], [PAINTER, 1]);
    assert.equal((await client.apiKeys.getCurrentKeyMetadata()).data.usageDaily, 0);
    assert.deepEqual(await admin.apiKeys.delete({ hash }), { deleted: true });
  });
});
