import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { connectMockGateway } from '@model-gateway/mock/control';
import { startMockGateway, type MockTenant } from '@model-gateway/mock';
import OpenAI from 'openai';

const mock = await startMockGateway({ port: 0, world: 'tiny' });
after(() => mock.close());

type Asked = Pick<MockTenant, 'apiKey' | 'baseURL'>;
const MODEL = 'acme/embed-1';

async function vectorsOf(tenant: Asked, input: string[], more = {}) {
  const { apiKey, baseURL } = tenant;
  const client = new OpenAI({ apiKey, baseURL, maxRetries: 0 });
  const { data } = await client.embeddings.create({ model: MODEL, input, ...more });
  return data.map(({ embedding }) => embedding);
}

/** Of two texts, which the official client decodes from base64. */
async function cosine(tenant: Asked, a: string, b: string, more = {}): Promise<number> {
  const [first = [], second = []] = await vectorsOf(tenant, [a, b], more);
  return first.reduce((sum, value, at) => sum + value * (second[at] ?? 0), 0);
}

const near = (actual: number, expected: number) =>
  assert.ok(Math.abs(actual - expected) < 1e-5, `${actual} is not ${expected}`);

async function ranked(tenant: MockTenant, query: string, documents: string[]) {
  const response = await fetch(`${tenant.baseURL}/rerank`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tenant.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'acme/rank-1', query, documents }),
  });
  const { results } = (await response.json()) as { results: { document: { text: string } }[] };
  return results.map(({ document }) => document.text);
}

describe('embeddings without a rule', () => {
  it('are near each other for texts that share words', async () => {
    const t = mock.tenant();
    near(await cosine(t, 'red panda', 'red panda'), 1);
    assert.ok((await cosine(t, 'red panda eats bamboo', 'red panda eats leaves')) > 0.6);
    assert.ok(Math.abs(await cosine(t, 'red panda eats bamboo', 'quarterly tax report')) < 0.15);
  });

  it('have the length that the request asks for, the beginning of the usual one', async () => {
    const t = mock.tenant();
    const [whole = []] = await vectorsOf(t, ['red panda']);
    const [short = []] = await vectorsOf(t, ['red panda'], { dimensions: 64 });
    assert.deepEqual([whole.length, short.length], [1536, 64]);
    const factor = (short[0] ?? 0) / (whole[0] ?? 1);
    short.forEach((value, at) => near(value, (whole[at] ?? 0) * factor));
  });

  it('cost what their tokens cost, and are told to expectations', async () => {
    const t = mock.tenant({ credits: 1 });
    await vectorsOf(t, ['red panda eats bamboo']);
    assert.notEqual(t.credits(), '1');
    t.requests('createEmbeddings').expectCount(1).last().expectBody({ model: MODEL });
  });
});

describe('rules for embeddings', () => {
  it('relate texts, alone and within others, until they are removed', async () => {
    const t = mock.tenant();
    const before = await cosine(t, 'my red car', 'my red automobile');
    const rule = t.embeddings.relate('car', 'automobile', 0.9);
    near(await cosine(t, 'car', 'automobile'), 0.9);
    near(await cosine(t, 'car', 'automobile', { dimensions: 32 }), 0.9);
    assert.ok((await cosine(t, 'my red car', 'my red automobile')) > before + 0.2);
    rule.remove();
    assert.ok((await cosine(t, 'car', 'automobile')) < 0.3);
  });

  it('relate phrases, and what was related before', async () => {
    const t = mock.tenant();
    t.embeddings.relate('car', 'automobile', 0.9);
    t.embeddings.relate('automobile', 'motor vehicle', 1);
    near(await cosine(t, 'car', 'motor vehicle'), 0.9);
    near(await cosine(t, 'up', 'up'), 1);
    t.embeddings.relate('up', 'down', -1);
    near(await cosine(t, 'up', 'down'), -1);
  });

  it('decide rankings, too', async () => {
    const t = mock.tenant();
    const documents = ['a fast automobile', 'a slow snail', 'a fast car'];
    assert.equal((await ranked(t, 'snail', documents))[0], 'a slow snail');
    t.embeddings.relate('vehicle', 'automobile', 0.95);
    assert.equal((await ranked(t, 'vehicle', documents))[0], 'a fast automobile');
  });

  it('leave the next rules their part, and end with a reset', async () => {
    const t = mock.tenant();
    t.on('createEmbeddings')
      .where({ body: { input: { contains: 'boom' } } })
      .fail(500);
    t.embeddings.relate('a1', 'b1', 1);
    await assert.rejects(vectorsOf(t, ['boom']), { status: 500 });
    near(await cosine(t, 'a1', 'b1'), 1);
    t.resetRules();
    assert.ok((await cosine(t, 'a1', 'b1')) < 0.9);
  });

  it('come over HTTP as they come in code', async () => {
    const remote = await connectMockGateway(mock.url);
    const t = await remote.tenant();
    await t.use({ on: 'embeddings', relate: { from: 'car', to: 'automobile', cosine: 0.8 } });
    near(await cosine(t, 'car', 'automobile'), 0.8);
    await t.on('embeddings').relate({ from: 'cat', to: 'feline', cosine: 0.7 });
    near(await cosine(t, 'cat', 'feline'), 0.7);
  });

  it('are refused where they mean nothing', () => {
    const t = mock.tenant();
    assert.throws(() => t.embeddings.relate('car', 'automobile', 2), /GW1216/);
    assert.throws(() => t.embeddings.relate('car', '!', 0.5), /GW1216/);
    assert.throws(() => t.on('createImage').relate({ from: 'a', to: 'b', cosine: 1 }), /GW1204/);
    assert.throws(() => t.on('embeddings').end('abort'), /GW1204/);
  });
});
