import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { XMLParser } from 'fast-xml-parser';
import { observedCatalogFile } from '../../core/test/catalog/observed-catalog.ts';
import { startMock, type RunningMock } from './cli/run-mock.ts';

const FILE = observedCatalogFile();

interface RealModel {
  readonly id: string;
  readonly name: string;
  readonly created: number;
  readonly context_length: number | null;
  readonly pricing: { readonly prompt: string; readonly completion: string };
  readonly supported_parameters: readonly string[];
  readonly architecture: { readonly input_modalities: readonly string[] };
}

describe('a real catalog, served by the command', () => {
  let running: RunningMock;
  let baseURL: string;
  let models: readonly RealModel[];

  before(async () => {
    models = JSON.parse(await readFile(FILE, 'utf8')).data;
    running = await startMock('serve', '--port', '0', '--api-key', 'k', '--catalog', FILE);
    baseURL = /base URL +(\S+)/.exec(running.stdout)?.[1] ?? '';
  });
  after(() => running[Symbol.asyncDispose]());

  const get = async (query: string) =>
    fetch(`${baseURL}/models${query}`, { headers: { authorization: 'Bearer k' } });
  const list = async (query: string) => (await get(query)).json();
  const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id);

  it('is served whole, in its own order, every member as it was', async () => {
    const { data, total_count, links } = await list('');
    assert.equal(total_count, models.length);
    assert.equal(links.next, null);
    assert.deepEqual(data, models);
  });

  it('is reported once, at the start, for values that we do not know', async () => {
    const own = await startMock('serve', '--port', '0', '--catalog', FILE);
    own.stop();
    const { stderr } = await own.finished;
    const unknown = models.filter((model) => model.supported_parameters.includes('prediction'));
    assert.equal(
      stderr,
      `unknown supported_parameters "prediction" (${unknown.length} models, ` +
        `first ${unknown[0]?.id}); kept as it is\n`,
    );
  });

  it('is filtered', async () => {
    const { data } = await list(
      '?supported_parameters=tools,reasoning&input_modalities=image&max_price=1&context=200000',
    );
    const expected = models.filter(
      ({ supported_parameters: names, architecture, pricing, context_length }) =>
        names.includes('tools') &&
        names.includes('reasoning') &&
        architecture.input_modalities.includes('image') &&
        Number(pricing.prompt) >= 0 &&
        Number(`${pricing.prompt}e6`) <= 1 &&
        (context_length ?? 0) >= 200_000,
    );
    assert.ok(expected.length > 0 && expected.length < models.length);
    assert.deepEqual(ids(data), ids(expected));
  });

  it('is sorted, routers without a price last', async () => {
    const { data } = await list('?sort=pricing-low-to-high');
    const price = ({ pricing }: RealModel) => Number(pricing.prompt) + Number(pricing.completion);
    const priced = data.filter((model: RealModel) => price(model) >= 0);
    assert.deepEqual(data.slice(0, priced.length), priced);
    for (let i = 1; i < priced.length; i++) {
      assert.ok(price(priced[i - 1]) <= price(priced[i]) + Number.EPSILON, priced[i].id);
    }
  });

  it('is paged by following links.next', async () => {
    const seen: string[] = [];
    const limit = Math.ceil(models.length / 3.5);
    let next: string | null = `/v1/models?sort=newest&limit=${limit}`;
    for (let pages = 0; next !== null; pages++) {
      assert.ok(pages < 4);
      const response: Response = await fetch(new URL(next, baseURL), {
        headers: { authorization: 'Bearer k' },
      });
      const page = await response.json();
      seen.push(...ids(page.data));
      next = page.links.next;
    }
    assert.equal(new Set(seen).size, models.length);
    assert.deepEqual(seen, ids([...models].sort((a, b) => b.created - a.created)));
  });

  it('is a feed', async () => {
    const response = await get('?use_rss=true&limit=10');
    assert.match(response.headers.get('content-type') ?? '', /^application\/rss\+xml/);
    const { rss } = new XMLParser().parse(await response.text());
    assert.deepEqual(
      rss.channel.item.map(({ title }: { title: string }) => title),
      models.slice(0, 10).map(({ name, id }) => `${name} (${id})`),
    );
  });
});
