import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aGateway, anEntry, get, ids, issues, list } from './builders.ts';

/* The public look-alike's names on the wire. Source: contract §7. */

const entries = [
  anEntry({
    id: 'acme/low',
    name: 'Low',
    model_hub_id: 'acme/hub',
    benchmarks: {
      design_ranking: [{ arena: 'models', category: 'svg', elo: 900, win_rate: 50, rank: 2 }],
      external_index: { intelligence_index: 1, coding_index: null, agentic_index: 3 },
    },
  }),
  anEntry({
    id: 'acme/high',
    name: 'design-arena-elo-high-to-low',
    benchmarks: {
      design_ranking: [{ arena: 'models', category: 'svg', elo: 1300, win_rate: 60, rank: 1 }],
    },
  }),
];
const lookAlike = aGateway({ entries, dialect: 'openrouter' });
const own = aGateway({ entries });

const THEIR_SORT = '?sort=design-arena-elo-high-to-low';
const OUR_SORT = '?sort=design-ranking-elo-high-to-low';

async function bodyOf(gateway: typeof own): Promise<{ data: Record<string, unknown>[] }> {
  // A list of models in whatever names; only members are looked at.
  return JSON.parse((await get(gateway, '/models')).text) as { data: Record<string, unknown>[] };
}

describe('dialect openrouter', () => {
  it('serves models under the look-alike’s names and no others', async () => {
    const [model] = (await bodyOf(lookAlike)).data;
    const { model_hub_id: hub, benchmarks, ...rest } = entries[0]?.model ?? {};
    assert.deepEqual(model, {
      ...rest,
      hugging_face_id: hub,
      benchmarks: {
        design_arena: benchmarks?.design_ranking,
        artificial_analysis: benchmarks?.external_index,
      },
    });
  });

  it('adds no member that a model does not have', async () => {
    const [, model] = (await bodyOf(lookAlike)).data;
    assert.ok(model);
    assert.ok(!('hugging_face_id' in model));
    assert.deepEqual(Object.keys(model['benchmarks'] ?? {}), ['design_arena']);
  });

  it('keeps null', async () => {
    const gateway = aGateway({ entries: [anEntry({ model_hub_id: null })], dialect: 'openrouter' });
    const [model] = (await bodyOf(gateway)).data;
    assert.equal(model?.['hugging_face_id'], null);
  });

  it('reads the look-alike’s sort', async () => {
    assert.deepEqual(await ids(lookAlike, THEIR_SORT), ['acme/high', 'acme/low']);
  });

  it('reads the look-alike’s sort however it is escaped', async () => {
    const search = '?sort=design%2Darena%2Delo%2Dhigh%2Dto%2Dlow';
    assert.deepEqual(await ids(lookAlike, search), ['acme/high', 'acme/low']);
  });

  it('reads our sort', async () => {
    assert.deepEqual(await ids(lookAlike, OUR_SORT), ['acme/high', 'acme/low']);
  });

  it('changes no other parameter', async () => {
    const search = '?q=design-arena-elo-high-to-low';
    assert.deepEqual(await ids(lookAlike, search), ['acme/high']);
  });

  it('reads the sort behind another parameter with the same text', async () => {
    const search = `?q=design-arena-elo-high-to-low&${THEIR_SORT.slice(1)}`;
    assert.deepEqual(await ids(lookAlike, search), ['acme/high']);
  });

  it('keeps the look-alike’s sort in links.next', async () => {
    const { links } = await list(lookAlike, `${THEIR_SORT}&limit=1`);
    assert.equal(links.next, `/v1/models${THEIR_SORT}&offset=1&limit=1`);
    const rest = (links.next ?? '').replace('/v1/models', '');
    assert.deepEqual(await ids(lookAlike, rest), ['acme/low']);
  });

  it('still refuses the sort when it is given twice', async () => {
    const [issue] = await issues(lookAlike, `${THEIR_SORT}&${THEIR_SORT.slice(1)}`);
    assert.equal(issue?.path, 'sort');
  });

  it('does not read a part of the look-alike’s sort', async () => {
    const [issue] = await issues(lookAlike, '?sort=design-arena');
    assert.equal(issue?.path, 'sort');
  });

  it('says what was given when a sort is unknown', async () => {
    const [issue] = await issues(lookAlike, `${THEIR_SORT}-ish`);
    assert.match(issue?.message ?? '', /design-arena-elo-high-to-low-ish/);
  });

  it('still filters and feeds', async () => {
    assert.deepEqual(await ids(lookAlike, '?min_intelligence_index=1'), ['acme/low']);
    const { status } = await get(lookAlike, '/models?use_rss=true');
    assert.equal(status, 200);
  });
});

describe('the gateway’s own dialect', () => {
  it('is the default and serves our names', async () => {
    const [model] = (await bodyOf(own)).data;
    assert.deepEqual(model, entries[0]?.model);
  });

  it('does not know the look-alike’s sort', async () => {
    assert.equal((await get(own, `/models${THEIR_SORT}`)).status, 400);
  });
});
