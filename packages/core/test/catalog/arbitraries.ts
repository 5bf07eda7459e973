import fc from 'fast-check';
import {
  CATEGORIES,
  SORT_ORDERS,
  authorOf,
  type CatalogEntry,
  type ListModelsQuery,
  type Model,
  type ModelSignals,
} from '@model-gateway/core';
import { NOW_SECONDS, aModel, stored } from '../builders.ts';
import {
  minus,
  order,
  plus,
  rational,
  rationalOf,
  textOf,
  times,
  type Rational,
} from '../rational.ts';

/*
 * Catalogs full of corner cases, and queries that have a fair chance of finding something in a given
 * catalog: their words, names and bounds are taken from it. Values come from small pools, so that
 * ties and exact bounds are common.
 */

const DAY = 86_400;

const names = fc.constantFrom('Alpha', 'BETA Large', 'gamma (free)', 'Модель Omega', 'DELTA: Mini');
const authors = fc.constantFrom('acme', 'Globex', '~acme', 'initech', 'umbrella-ai');
const outputs = [
  'text',
  'image',
  'embeddings',
  'audio',
  'video',
  'rerank',
  'speech',
  'transcription',
] as const;
const inputs = ['text', 'image', 'file', 'audio', 'video'] as const;
const tokenizers = ['GPT', 'Qwen', 'Qwen3', 'Llama2', 'Llama3', 'Gemini', 'Gemma', 'Router'];
const unknownTokenizers = ['Qwen3.5', 'Qwentum', 'Qwené', 'Llama-9', 'Code2-Llama', 'glm'];
const instructTypes = ['none', 'qwen3', 'llama3', 'deepseek-r1', 'deepseek-v3.1', 'mistral', null];
const parameters = ['temperature', 'top_p', 'tools', 'seed', 'reasoning', 'brand_new_knob'];

const oddPrice = fc
  .tuple(fc.nat({ max: 999_999 }), fc.nat({ max: 12 }))
  .map(([units, places]) =>
    textOf({ numerator: BigInt(units), denominator: 10n ** BigInt(places) }),
  );
/** Prices that differ only where a double ends. */
const closePrice = fc.constantFrom(
  '0.0000001',
  '0.000000100000000000000000001',
  '0.00000009999999999999999999',
  '1e-7',
);

const price = fc.oneof(
  closePrice,
  fc.constantFrom('0', '-1', '0.000003', '0.00000075', '3e-6', '0.0000001', '0.0000003', '-0.5'),
  oddPrice,
);
const discount = fc.constantFrom(0, 0.1, 0.25, 1 / 3, 2 / 3, 0.5, 1);

const index = fc.option(fc.constantFrom(0, 12.5, 30, 30.1, 0.1 + 0.2, 1e-7, 57.3), { nil: null });

const externalIndex = fc.record(
  { intelligence_index: index, coding_index: index, agentic_index: index },
  { noNullPrototype: true },
);

const ranking = fc.record(
  {
    arena: fc.constant('models'),
    category: fc.constantFrom('website', 'svg'),
    elo: fc.constantFrom(900, 1000.5, 1200, 1299.9),
    win_rate: fc.constant(50),
    rank: fc.constant(1),
  },
  { noNullPrototype: true },
);

const benchmarks = fc.record(
  { design_ranking: fc.array(ranking, { maxLength: 3 }), external_index: externalIndex },
  { noNullPrototype: true, requiredKeys: ['design_ranking'] },
);

const pricing = fc.record(
  { prompt: price, completion: price, discount },
  { noNullPrototype: true, requiredKeys: ['prompt', 'completion'] },
);

const architecture = fc.record(
  {
    modality: fc.constant(null),
    input_modalities: fc.subarray([...inputs]),
    output_modalities: fc.oneof(
      { weight: 3, arbitrary: fc.constant(['text']) },
      { weight: 2, arbitrary: fc.subarray([...outputs, 'hologram']) },
    ),
    tokenizer: fc.constantFrom(...tokenizers, ...unknownTokenizers),
    instruct_type: fc.constantFrom(...instructTypes),
  },
  { noNullPrototype: true, requiredKeys: ['modality', 'input_modalities', 'output_modalities'] },
);

/** Near whole days of age, some of them in the future. */
const created = fc
  .tuple(fc.integer({ min: -3, max: 40 }), fc.integer({ min: -1, max: 1 }))
  .map(([days, seconds]) => NOW_SECONDS - days * DAY + seconds);

const model = fc.record(
  {
    name: names,
    created,
    context_length: fc.constantFrom(null, 0, 4096, 8192, 131_072, 1_048_576),
    architecture,
    pricing,
    supported_parameters: fc.subarray(parameters),
    benchmarks,
  },
  {
    noNullPrototype: true,
    requiredKeys: ['name', 'created', 'context_length', 'architecture', 'pricing'],
  },
);

const provider = fc.constantFrom(
  { name: 'Deep Infra', slug: 'deepinfra' },
  { name: 'Acme', slug: 'acme' },
  { name: 'TOGETHER', slug: 'together' },
);

const categories = fc
  .uniqueArray(
    fc.tuple(
      fc.constantFrom('programming', 'marketing', 'marketing/seo', 'trivia'),
      fc.integer({ min: 1, max: 4 }),
    ),
    { selector: ([name]) => name, maxLength: 4 },
  )
  .map((pairs) => Object.fromEntries(pairs));

/** Signals with any of them missing. */
export const signals: fc.Arbitrary<ModelSignals> = fc
  .record(
    {
      author: authors,
      providers: fc.array(provider, { maxLength: 2 }),
      categories,
      weekly_tokens: fc.constantFrom(0, 5, 1_000_000, 9e15),
      throughput_p50: fc.constantFrom(0, 12.5, 80),
      latency_p50: fc.constantFrom(0, 0.2, 0.35, 4),
      tool_success_rate: fc.constantFrom(0, 0.5, 0.1 + 0.2, 0.955, 1),
      zdr: fc.boolean(),
      regions: fc.subarray(['eu', 'us']),
      distillable: fc.boolean(),
    },
    { noNullPrototype: true, requiredKeys: [] },
  )
  .map((value) => stored<ModelSignals>(value));

const entry = fc.record({ model, signals, author: authors, flat: fc.nat({ max: 9 }) });

/** Up to 70 models: none, one, and more than two words of a bit set. */
export const catalog: fc.Arbitrary<readonly CatalogEntry[]> = fc
  .array(entry, { maxLength: 70, size: 'max' })
  .map((drafts) =>
    drafts.map((draft, i): CatalogEntry => {
      // One id in ten has no slash.
      const id = draft.flat === 0 ? `model-${i}` : `${draft.author}/model-${i}`;
      // Unknown tokenizers, modalities and parameters are kept and served (contract §3.11).
      return {
        model: aModel(stored<Partial<Model>>({ id, ...draft.model })),
        signals: draft.signals,
      };
    }),
  );

/** A query over this catalog: up to four filters, in half the cases a sort, in half of them a page. */
export function queryFor(entries: readonly CatalogEntry[]): fc.Arbitrary<ListModelsQuery> {
  const filters = filtersFor(entries);
  const filterNames = Object.keys(filters) as (keyof typeof filters)[];
  const page = {
    offset: fc.oneof(fc.constantFrom(null, 0, 1), fc.nat({ max: entries.length + 2 })),
    limit: fc.oneof(fc.constantFrom(1, 2, 500, 1000), fc.integer({ min: 1, max: 40 })),
  };
  const sort = fc.option(fc.constantFrom(...SORT_ORDERS), { nil: undefined });
  const paging = fc.oneof(
    fc.constant({}),
    fc.record(page, { noNullPrototype: true, requiredKeys: [] }),
  );
  // Without a word about outputs only text models are left, which many models are.
  const outputsOf = fc.oneof(
    fc.constant({}),
    fc.constant({ output_modalities: ['all'] }),
    fc.record({ output_modalities: filters.output_modalities }),
  );
  return fc
    .tuple(fc.shuffledSubarray(filterNames, { maxLength: 4 }), sort, paging, outputsOf)
    .chain(([chosen, order, range, output]) =>
      fc.record(Object.fromEntries(chosen.map((name) => [name, filters[name]]))).map((filter) =>
        // The values come from the arbitraries of their own names, which the schema accepts.
        stored<ListModelsQuery>({
          ...filter,
          ...output,
          ...(order === undefined ? {} : { sort: order }),
          ...range,
        }),
      ),
    );
}

/** What is asked besides order and page. A new parameter without an arbitrary does not compile. */
type Filters = Omit<
  Required<ListModelsQuery>,
  'offset' | 'limit' | 'sort' | 'use_rss' | 'use_rss_chat_links' | 'client_version'
>;

function filtersFor(entries: readonly CatalogEntry[]) {
  const models = entries.map(({ model: one }) => one);
  const indexes = models.flatMap(({ benchmarks: known }) => known?.external_index ?? []);
  const price = {
    prompt: models.flatMap((one) => priceOf(one, 'prompt')),
    completion: models.flatMap((one) => priceOf(one, 'completion')),
  };
  const intelligence = bound(numbers(indexes.map((one) => one.intelligence_index)));
  const coding = bound(numbers(indexes.map((one) => one.coding_index)));
  const agentic = bound(numbers(indexes.map((one) => one.agentic_index)));
  const success = bound(
    numbers(entries.map((one) => one.signals.tool_success_rate)),
    rationalOf(1),
  );
  const age = fc.oneof(
    fc.constantFrom(null, 0, 1),
    from(
      models.map((one) => Math.max(0, Math.floor((NOW_SECONDS - one.created) / DAY))),
      3,
    ),
  );
  return {
    category: fc.constantFrom(...CATEGORIES, 'programming', 'marketing', 'trivia'),
    supported_parameters: listOf(models.flatMap((one) => one.supported_parameters)),
    output_modalities: listOf([...outputs, 'text', 'text', 'all']),
    input_modalities: listOf(inputs),
    q: fc
      .array(from(models.flatMap(wordsOf), 'alpha'), { maxLength: 2 })
      .map((words) => words.join(' ')),
    context: fc.oneof(
      fc.constantFrom(1, 8192, 8193),
      from(
        models.map((one) => Math.max(one.context_length ?? 1, 1)),
        1,
      ),
    ),
    min_price: bound(price.prompt),
    max_price: bound(price.prompt),
    min_output_price: bound(price.completion),
    max_output_price: bound(price.completion),
    arch: fc.constantFrom('llama', 'QWEN', 'qwen3', 'g', 'gem', 'GPT', 'deepseek', ' router ', 'l'),
    model_authors: listOf(entries.map(authorOf)),
    providers: listOf(['deep infra', 'deepinfra', 'acme', 'together', 'nobody']),
    distillable: fc.constantFrom('true', 'false'),
    zdr: fc.constant('true'),
    region: fc.constant('eu'),
    min_age_days: age,
    max_age_days: age,
    min_intelligence_index: intelligence,
    max_intelligence_index: intelligence,
    min_coding_index: coding,
    max_coding_index: coding,
    min_agentic_index: agentic,
    max_agentic_index: agentic,
    min_tool_success_rate: success,
    max_tool_success_rate: success,
  } satisfies { readonly [Name in keyof Filters]: fc.Arbitrary<Filters[Name]> };
}

/** The price per million, exactly. */
function priceOf({ pricing: given }: Model, key: 'prompt' | 'completion'): Rational[] {
  const read = rational(given[key]);
  if (read === undefined || read.numerator < 0n) return [];
  const kept = minus(rationalOf(1), rationalOf(given.discount ?? 0));
  return [times(times(read, rationalOf(1_000_000)), kept)];
}

function numbers(values: readonly (number | null | undefined)[]): Rational[] {
  return values.flatMap((value) => (typeof value === 'number' ? rationalOf(value) : []));
}

/** How far a bound is from a value: not at all, by something, or by less than a double can say. */
const STEPS = ['0', '0', '0', '0.0001', '-0.0001', '1e-18', '-1e-18', '1e-30', '-1e-30'];

/** Nothing, zero, or a value that some model has, or one just beside it, up to `maximum`. */
function bound(
  values: readonly Rational[],
  maximum: Rational = rationalOf(Number.MAX_SAFE_INTEGER),
): fc.Arbitrary<string | null> {
  const zero = rationalOf(0);
  const beside = fc
    .tuple(fc.constantFrom(zero, ...values), fc.constantFrom(...STEPS))
    .map(([value, step]) => plus(value, rational(step) ?? zero))
    .map((value) => (order(value, zero) < 0 ? zero : order(value, maximum) > 0 ? maximum : value))
    .map(textOf);
  return fc.oneof(
    { weight: 1, arbitrary: fc.constantFrom(null, '0') },
    { weight: 6, arbitrary: beside },
  );
}

/** One of `values`, which is empty for an empty catalog. */
function from<T>(values: readonly T[], otherwise: T): fc.Arbitrary<T> {
  return values.length === 0 ? fc.constant(otherwise) : fc.constantFrom(...values);
}

/** One to three items in lower case, as they are after reading; some of them occur in no model. */
function listOf<Item extends string>(values: readonly Item[]): fc.Arbitrary<Lowercase<Item>[]> {
  // What `toLowerCase` of a text is, by its type too.
  const known = [...new Set(values.map((value) => value.toLowerCase() as Lowercase<Item>))];
  if (known.length === 0) return fc.constant([]);
  return fc.array(fc.constantFrom(...known), { maxLength: 3 });
}

function wordsOf({ id, name, canonical_slug: slug }: Model): string[] {
  const [first = ''] = name.split(' ');
  return [first, first.toUpperCase(), id.slice(0, 4), slug.slice(-6), id.slice(2)];
}
