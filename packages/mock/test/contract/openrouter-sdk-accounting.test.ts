import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { OpenRouter } from '@openrouter/sdk';
import { startMockGateway, type RunningMockGateway } from '@model-gateway/mock';

/** The official client of the look-alike validates every answer; a wrong name or type rejects. */
describe('@openrouter/sdk reads what generations were and cost', () => {
  let gateway: RunningMockGateway;
  before(async () => {
    gateway = await startMockGateway({ dialect: 'openrouter', clock: 'frozen' });
  });
  after(() => gateway.close());

  const clientOf = (apiKey: string) => new OpenRouter({ apiKey, serverURL: gateway.baseURL });

  /** Makes an image; returns the id of its generation. */
  async function generate(): Promise<string> {
    const { models } = await gateway.ready();
    const painter = models.find(({ model }) =>
      model.architecture.output_modalities.includes('image'),
    );
    const response = await fetch(`${gateway.baseURL}/images`, {
      method: 'POST',
      headers: { authorization: `Bearer ${gateway.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: painter?.model.id, prompt: 'a lighthouse' }),
    });
    assert.equal(response.status, 200, await response.clone().text());
    await response.arrayBuffer();
    return response.headers.get('x-generation-id') ?? '';
  }

  it('a generation, by the key that made it', async () => {
    const id = await generate();
    const { data } = await clientOf(gateway.apiKey).generations.getGeneration({ id });
    assert.equal(data.id, id);
    assert.equal(data.apiType, 'image');
    assert.ok(data.totalCost > 0);
  });

  it('the models that a key may use, as GET /models lists them', async () => {
    const client = clientOf(gateway.apiKey);
    const ids: string[] = [];
    const query = { outputModalities: 'all', limit: 150 };
    const pages = await client.models.listForUser({ bearer: gateway.apiKey }, query);
    for await (const { result } of pages) ids.push(...result.data.map(({ id }) => id));
    const { models } = await gateway.ready();
    assert.deepEqual(
      ids,
      models.map(({ model }) => model.id),
    );
  });

  it('the credits of an account, and what an image took from them', async () => {
    const client = clientOf(gateway.managementKey);
    await gateway.reset();
    const before = (await client.credits.getCredits()).data;
    assert.deepEqual(before, { totalCredits: Number(gateway.credits()), totalUsage: 0 });
    const { data } = await clientOf(gateway.apiKey).generations.getGeneration({
      id: await generate(),
    });
    const after = { ...before, totalUsage: data.totalCost };
    assert.deepEqual((await client.credits.getCredits()).data, after);
  });

  it('keys, from the first to the last of one', async () => {
    await gateway.reset();
    const { apiKeys } = clientOf(gateway.managementKey);
    const expiresAt = new Date('2100-01-31T12:00:00Z');
    const requestBody = { name: 'CI', limit: 20, limitReset: 'daily' as const, expiresAt };
    const { data, key } = await apiKeys.create({ requestBody });
    assert.deepEqual([data.name, data.limit, data.limitReset], ['CI', 20, 'daily']);
    assert.equal(data.expiresAt?.getTime(), expiresAt.getTime());
    const { hash } = data;
    const mine = (await clientOf(key).apiKeys.getCurrentKeyMetadata()).data;
    assert.equal(mine.label, data.label);
    assert.equal(mine.rateLimit.requests, -1);
    assert.deepEqual((await apiKeys.get({ hash })).data, data);
    const [newest] = (await apiKeys.list({ includeDisabled: false, offset: 0 })).data;
    assert.deepEqual(newest, data);
    const off = await apiKeys.update({ hash, requestBody: { disabled: true, limit: null } });
    assert.deepEqual([off.data.disabled, off.data.limit], [true, null]);
    await assert.rejects(clientOf(key).apiKeys.getCurrentKeyMetadata(), /Invalid API key/);
    assert.deepEqual(await apiKeys.delete({ hash }), { deleted: true });
    await assert.rejects(apiKeys.get({ hash }), /Resource not found/);
  });

  it('the activity of a day, once it is over, on the clock of the mock', async () => {
    const client = clientOf(gateway.managementKey);
    await gateway.reset();
    await generate();
    assert.deepEqual((await client.analytics.getUserActivity()).data, []);
    await gateway.clock.advance('24h');
    const [row, ...others] = (await client.analytics.getUserActivity()).data;
    assert.deepEqual(others, []);
    assert.equal(row?.requests, 1);
    assert.ok((row?.usage ?? 0) > 0);
  });
});
