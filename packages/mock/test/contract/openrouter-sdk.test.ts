import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { OpenRouter } from '@openrouter/sdk';
import * as errors from '@openrouter/sdk/models/errors';
import { startMockGateway, type RunningMockGateway } from '@model-gateway/mock';

/** The official client of the look-alike validates every answer; a wrong name or type rejects. */
describe('@openrouter/sdk against the mock with its dialect', () => {
  let gateway: RunningMockGateway;
  let client: OpenRouter;

  before(async () => {
    gateway = await startMockGateway({ dialect: 'openrouter' });
    client = new OpenRouter({ apiKey: gateway.apiKey, serverURL: gateway.baseURL });
  });
  after(() => gateway.close());

  it('pages through the whole catalog', async () => {
    const ids: string[] = [];
    let pages = 0;
    for await (const page of await client.models.list({ outputModalities: 'all', limit: 60 })) {
      pages++;
      ids.push(...page.result.data.map(({ id }) => id));
    }
    const { models } = await gateway.ready();
    assert.deepEqual(
      ids,
      models.map(({ model }) => model.id),
    );
    // Six full pages and one of 40, which is the last for the client.
    assert.equal(pages, 7);
  });

  it('reads the members that have other names there', async () => {
    const { result } = await client.models.list({ outputModalities: 'all' });
    const ranked = result.data.filter(({ benchmarks }) => benchmarks?.designArena.length);
    const indexed = result.data.filter(({ benchmarks }) => benchmarks?.artificialAnalysis);
    const hosted = result.data.filter(({ huggingFaceId }) => huggingFaceId);
    for (const found of [ranked, indexed, hosted]) assert.ok(found.length > 20, `${found.length}`);
  });

  it('knows every name of every enumeration', async () => {
    const { result } = await client.models.list({ outputModalities: 'all' });
    // Open enumerations mark a word that they do not know.
    assert.doesNotMatch(JSON.stringify(result), /UNRECOGNIZED/i);
  });

  it('counts the models, shows one of them, and lists the providers', async () => {
    const { models } = await gateway.ready();
    const { data } = await client.models.count({ outputModalities: 'all' });
    assert.equal(data.count, models.length);
    const id = models[0]?.model.id ?? '';
    const [author = '', slug = ''] = id.split('/');
    const shown = await client.models.get({ author, slug });
    assert.equal(shown.data.id, id);
    const providers = await client.providers.list();
    assert.ok(providers.data.length > 0);
  });

  it('shows who serves each model, by its id and where links.details leads', async () => {
    const { result } = await client.models.list({ outputModalities: 'all' });
    for (const { id, links, architecture } of result.data.slice(0, 40)) {
      const [, details = ''] = /\/models\/(.+)\/endpoints$/.exec(links.details) ?? [];
      for (const name of [id, details]) {
        const [author = '', slug = ''] = name.split('/');
        const { data } = await client.endpoints.list({ author, slug });
        // Images are made by endpoints of their own.
        const isServed = architecture.outputModalities.some((made) => made !== 'image');
        assert.equal(data.endpoints.length > 0, isServed, name);
        assert.doesNotMatch(JSON.stringify(data), /UNRECOGNIZED/i);
      }
    }
  });

  it('sorts by the look-alike’s name of the design ranking', async () => {
    const { result } = await client.models.list({
      sort: 'design-arena-elo-high-to-low',
      outputModalities: 'all',
    });
    const best = result.data.map(({ benchmarks }) =>
      Math.max(...(benchmarks?.designArena ?? []).map(({ elo }) => elo)),
    );
    assert.deepEqual(
      best,
      best.toSorted((a, b) => b - a),
    );
    assert.ok((best[0] ?? 0) > 1000);
  });

  it('filters', async () => {
    const { result } = await client.models.list({
      supportedParameters: 'tools',
      maxPrice: 1,
      minAgeDays: null,
      distillable: 'true',
      q: 'a',
    });
    assert.ok(result.totalCount > 0);
    for (const { supportedParameters, pricing } of result.data) {
      assert.ok(supportedParameters.includes('tools'));
      assert.ok(Number(pricing.prompt) <= 1e-6);
    }
  });

  it('throws its typed errors', async () => {
    const stranger = new OpenRouter({ apiKey: 'unknown', serverURL: gateway.baseURL });
    await assert.rejects(stranger.models.list({}), (error) => {
      assert.ok(error instanceof errors.OpenRouterError);
      assert.equal(error.statusCode, 401);
      return true;
    });
    await assert.rejects(client.models.list({ context: 0 }), (error) => {
      assert.ok(error instanceof errors.BadRequestResponseError);
      assert.match(error.message, /context must be a whole number of at least 1, got 0/);
      return true;
    });
  });
});
