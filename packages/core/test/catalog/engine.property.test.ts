import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import {
  CatalogIndex,
  ListModelsQuerySchema,
  selectModels,
  type CatalogEntry,
  type ListModelsQuery,
  type SelectionScope,
} from '@model-gateway/core';
import {
  NOW_SECONDS,
  aClock,
  aGateway,
  aKey,
  aRequest,
  bearer,
  listOf,
  toAnswer,
} from '../builders.ts';
import { catalog, queryFor } from './arbitraries.ts';
import { searchFor } from './query-text.ts';
import { referenceSelect } from './reference-filter.ts';
import { goldenWorld, observedWorld, type World } from './worlds.ts';

/*
 * The engine against the reference: the same ids in the same order, the same total, the same next
 * page. Contract §3.1–3.8.
 */

const SEED = 20_261_101;
/** `pnpm test:system` asks ten times as much. */
const SHARE = process.env['MODEL_GATEWAY_LONG_TESTS'] === '1' ? 1 : 1 / 10;
const CATALOGS = 600 * SHARE;
const QUERIES = 1500 * SHARE;
const DAY = 86_400;

describe('the engine finds what the reference finds', () => {
  it(`in ${8 * CATALOGS} queries over ${CATALOGS} random catalogs`, async () => {
    const tally = new Tally();
    await holds(
      fc.property(
        catalog.chain((entries) => fc.tuple(fc.constant(entries), asked(entries, 8))),
        ([entries, questions]) => {
          const index = new CatalogIndex({ entries, revision: 'r1' });
          for (const question of questions) compare(index, question, tally);
        },
      ),
      { seed: SEED, numRuns: CATALOGS },
    );
    tally.assertWorthwhile(8 * CATALOGS);
  });

  overWorld('the golden world', goldenWorld(), QUERIES);
  overWorld('real models', observedWorld(), QUERIES);

  function overWorld(name: string, { entries }: World, count: number): void {
    it(`in ${count} queries over ${name}`, async () => {
      const index = new CatalogIndex({ entries, revision: 'r1' });
      const tally = new Tally();
      await holds(
        fc.property(question(entries), (one) => compare(index, one, tally)),
        { seed: SEED, numRuns: count },
      );
      tally.assertWorthwhile(count);
    });
  }
});

describe('the gateway answers what the reference finds', () => {
  it(`to ${CATALOGS} query strings over ${CATALOGS / 6} random catalogs`, async () => {
    await holds(
      fc.asyncProperty(
        catalog.chain((entries) => fc.tuple(fc.constant(entries), asked(entries, 6))),
        async ([entries, questions]) => {
          for (const one of questions) await compareAnswer(entries, one);
        },
      ),
      { seed: SEED + 1, numRuns: CATALOGS / 6 },
    );
  });

  overWorld('the golden world', goldenWorld());
  overWorld('real models', observedWorld());

  function overWorld(name: string, { entries }: World): void {
    it(`to 60 query strings over ${name}`, async () => {
      await holds(
        fc.asyncProperty(question(entries), (one) => compareAnswer(entries, one)),
        { seed: SEED + 2, numRuns: 60 },
      );
    });
  }
});

/**
 * Fails at the first counterexample, as `fc.assert` does after looking for smaller ones: in a
 * catalog of 70 models that takes minutes, and `explain` says more.
 */
async function holds<Values>(
  property: fc.IRawProperty<Values>,
  parameters: fc.Parameters<Values>,
): Promise<void> {
  const details = await fc.check(property, { ...parameters, endOnFailure: true });
  if (!details.failed) return;
  const place = `seed ${details.seed}, path "${details.counterexamplePath}"`;
  throw new Error(`fails after ${details.numRuns} runs: ${place}`, {
    cause: details.errorInstance,
  });
}

/** Returns the query, and the first model on which engine and reference disagree. */
function explain(
  entries: readonly CatalogEntry[],
  query: ListModelsQuery,
  scope: SelectionScope,
  found: readonly (string | undefined)[],
): Error {
  const expected = referenceSelect(entries, query, scope).ids;
  const at = expected.findIndex((id, i) => id !== found[i]);
  const place = at === -1 ? expected.length : at;
  const shown = (id: string | undefined) => entries.find(({ model }) => model.id === id) ?? null;
  const question = { query, allowed: scope.allowedModels?.length, now: scope.nowSeconds };
  return new Error(
    [
      `asked ${JSON.stringify(question)}`,
      `of ${entries.length} models, at place ${place} of the answer`,
      `expected ${JSON.stringify(shown(expected[place]))}`,
      `got ${JSON.stringify(shown(found[place]))}`,
    ].join('\n'),
  );
}

interface Question {
  readonly query: ListModelsQuery;
  readonly scope: SelectionScope;
  readonly style: number;
}

function question(entries: readonly CatalogEntry[]): fc.Arbitrary<Question> {
  const ids = entries.map(({ model }) => model.id);
  const some = fc
    .subarray(ids, { minLength: Math.floor(ids.length / 2) })
    .map((allowed) => [...allowed, 'acme/not-there']);
  const now = fc.oneof(
    fc.constant(NOW_SECONDS),
    fc.integer({ min: NOW_SECONDS - DAY, max: NOW_SECONDS + DAY }),
  );
  return fc.record({
    query: queryFor(entries),
    scope: fc.record({
      allowedModels: fc.oneof(
        { weight: 4, arbitrary: fc.constant(null) },
        { weight: 1, arbitrary: some },
      ),
      nowSeconds: now,
    }),
    style: fc.nat({ max: 41 }),
  });
}

function asked(entries: readonly CatalogEntry[], count: number): fc.Arbitrary<Question[]> {
  return fc.array(question(entries), { minLength: count, maxLength: count });
}

function compare(index: CatalogIndex, { query, scope }: Question, tally: Tally): void {
  const expected = referenceSelect(index.entries, query, scope);
  const { page, totalCount, next } = selectModels(index, query, scope);
  const ids = page.map((position) => index.entries[position]?.model.id);
  if (!isDeepStrictEqual({ ids, totalCount, next }, expected)) {
    throw explain(index.entries, query, scope, ids);
  }
  tally.count(query, expected.totalCount, index.entries.length);
}

async function compareAnswer(
  entries: readonly CatalogEntry[],
  { query, scope: { allowedModels, nowSeconds }, style }: Question,
): Promise<void> {
  const gateway = aGateway({
    entries,
    keys: [aKey({ allowedModels })],
    // Any millisecond within the second.
    clock: aClock(nowSeconds * 1000 + (style % 3) * 499),
  });
  const request = aRequest(`/models${searchFor(query, style)}`, { headers: bearer() });
  const answer = listOf(toAnswer(await gateway.handle(request)));
  const scope = { allowedModels, nowSeconds };
  const { ids, totalCount, next } = referenceSelect(entries, query, scope);

  const found = answer.data.map(({ id }) => id);
  if (!isDeepStrictEqual(found, ids)) throw explain(entries, query, scope, found);
  const modelOf = new Map(entries.map(({ model }) => [model.id, model]));
  for (const model of answer.data) assert.deepEqual(model, modelOf.get(model.id));
  assert.equal(answer.total_count, totalCount);
  assert.deepEqual(pageOf(answer.links.next), next);
}

function pageOf(url: string | null): { offset: number; limit: number } | undefined {
  if (url === null) return undefined;
  const search = new URL(url, 'http://gateway.test').searchParams;
  return { offset: Number(search.get('offset')), limit: Number(search.get('limit')) };
}

/**
 * Keeps the property honest: its queries must be many, use every parameter, and distinguish models.
 */
class Tally {
  #queries = 0;
  #selective = 0;
  readonly #used = new Set<string>();

  count(query: ListModelsQuery, found: number, size: number): void {
    this.#queries++;
    if (found === 0 || found === size) return;
    this.#selective++;
    for (const [name, value] of Object.entries(query)) if (value !== null) this.#used.add(name);
  }

  assertWorthwhile(queries: number): void {
    assert.ok(this.#queries >= queries, `only ${this.#queries} queries were asked`);
    const share = this.#selective / this.#queries;
    assert.ok(share > 0.3, `only ${share} of the queries found some models and not all`);
    const parameters = Object.keys(ListModelsQuerySchema.entries);
    const unused = parameters.filter(
      (name) => !/^use_rss|^client_version/.test(name) && !this.#used.has(name),
    );
    assert.ok(
      unused.length === 0,
      `no query that tells models apart has ${unused.join(', ')}: ` +
        'generate it in arbitraries.ts, and filter by it in reference-filter.ts',
    );
  }
}
