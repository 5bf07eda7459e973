import { Bitset } from './bitset.ts';
import type { DecimalText } from '../money/decimal-text.ts';
import { authorOf, type CatalogEntry } from '../resources/catalog-entry.ts';
import { createColumn, type Column, type Columns } from './columns.ts';
import { greatestDoubleUpTo, leastDoubleFrom } from './double-bounds.ts';
import { Facet } from './facet.ts';
import { onFirstUse } from './on-first-use.ts';
import type { PriceScale } from './price-scale.ts';
import type { ListModelsQuery } from './query.ts';

const SECONDS_PER_DAY = 86_400;

/** The values of a model in each facet. */
const FACETS = {
  parameters: ({ model }) => model.supported_parameters,
  inputModalities: ({ model }) => model.architecture.input_modalities,
  outputModalities: ({ model }) => model.architecture.output_modalities,
  architecture: ({ model: { architecture } }) => [
    architecture.tokenizer,
    architecture.instruct_type,
  ],
  categories: ({ signals }) => Object.keys(signals.categories ?? {}),
  authors: (entry) => [authorOf(entry)],
  providers: ({ signals }) => signals.providers?.flatMap(({ name, slug }) => [name, slug]),
  regions: ({ signals }) => signals.regions,
  distillable: ({ signals }) => [known(signals.distillable)],
  zdr: ({ signals }) => [known(signals.zdr)],
} as const satisfies Record<
  string,
  (entry: CatalogEntry) => readonly (string | null | undefined)[] | undefined
>;

/** The numbers that only filters read; those that sorts read, too, are columns. */
const NUMBERS = {
  toolSuccessRate: ({ signals }) => signals.tool_success_rate,
} as const satisfies Record<string, (entry: CatalogEntry) => number | null | undefined>;

/** The filters over one catalog. Whatever they read is built on first use. */
export class Filters {
  readonly #columns: Columns;
  readonly #facets: Readonly<Record<keyof typeof FACETS, Facet>>;
  readonly #numbers: Readonly<Record<keyof typeof NUMBERS, Column>>;
  readonly #entries: readonly CatalogEntry[];
  /** Id, canonical slug and name in lower case, for free-text search. */
  #searchTexts: readonly string[] | undefined;

  constructor(entries: readonly CatalogEntry[], columns: Columns) {
    this.#columns = columns;
    this.#entries = entries;
    this.#facets = onFirstUse(FACETS, (read) => createFacet(entries, read));
    this.#numbers = onFirstUse(NUMBERS, (read) => createColumn(entries, read));
  }

  /**
   * Returns the models that pass every filter of `query`, a line per parameter. Source: contract
   * §3, §3.3–3.7. Ages are measured from `nowSeconds`.
   */
  find(query: ListModelsQuery, nowSeconds: number): Bitset {
    const { numbers, prices } = this.#columns;
    const facets = this.#facets;
    const found = Bitset.full(this.#entries.length);

    // Facets: any of the listed, or all of the listed.
    const outputs = orDefault(query.output_modalities, ['text']);
    if (!outputs.includes('all')) found.intersect(facets.outputModalities.havingAny(outputs));
    for (const input of query.input_modalities ?? []) {
      found.intersect(facets.inputModalities.having(input));
    }
    for (const parameter of query.supported_parameters ?? []) {
      found.intersect(facets.parameters.having(parameter));
    }
    if (query.category !== undefined) found.intersect(facets.categories.having(query.category));
    if (query.arch?.trim()) found.intersect(facets.architecture.matching(isFamilyOf(query.arch)));
    if (query.model_authors?.length) found.intersect(facets.authors.havingAny(query.model_authors));
    if (query.providers?.length) found.intersect(facets.providers.havingAny(query.providers));
    if (query.zdr !== undefined) found.intersect(facets.zdr.having('true'));
    if (query.region !== undefined) found.intersect(facets.regions.having(query.region));
    if (query.distillable === 'true') found.intersect(facets.distillable.having('true'));
    if (query.distillable === 'false') found.subtract(facets.distillable.having('true'));

    // Bounds, inclusive; a model without the value fails.
    if (query.context !== undefined) {
      found.retainWithin(numbers.contextLength, query.context, Infinity);
    }
    withinPrice(found, () => prices.prompt, [query.min_price, query.max_price]);
    withinPrice(found, () => prices.completion, [query.min_output_price, query.max_output_price]);
    within(found, () => numbers.intelligence, [
      query.min_intelligence_index,
      query.max_intelligence_index,
    ]);
    within(found, () => numbers.coding, [query.min_coding_index, query.max_coding_index]);
    within(found, () => numbers.agentic, [query.min_agentic_index, query.max_agentic_index]);
    within(found, () => this.#numbers.toolSuccessRate, [
      query.min_tool_success_rate,
      query.max_tool_success_rate,
    ]);
    withinAge(found, numbers, query, nowSeconds);

    // Free text last: it is the most expensive, and only the remaining models are searched.
    const wanted = words(query.q);
    if (wanted.length > 0) this.#retainContaining(found, wanted);
    return found;
  }

  #retainContaining(found: Bitset, wanted: readonly string[]): void {
    const texts = (this.#searchTexts ??= this.#entries.map(({ model }) =>
      `${model.id}\n${model.canonical_slug}\n${model.name}`.toLowerCase(),
    ));
    for (const word of wanted) found.retain((position) => texts[position]?.includes(word) ?? false);
  }
}

function createFacet(
  entries: readonly CatalogEntry[],
  read: (entry: CatalogEntry) => readonly (string | null | undefined)[] | undefined,
): Facet {
  const facet = new Facet(entries.length);
  entries.forEach((entry, position) => {
    for (const value of read(entry) ?? []) if (value) facet.mark(value, position);
  });
  return facet;
}

/** Keeps unknown values out of the facet: they are neither `true` nor `false`. */
function known(value: boolean | undefined): string | undefined {
  return value === undefined ? undefined : String(value);
}

/** Treats a list of blank items like a missing one. */
function orDefault<T>(list: readonly T[] | undefined, fallback: readonly T[]): readonly T[] {
  return list === undefined || list.length === 0 ? fallback : list;
}

type Bound = DecimalText | null | undefined;
type Bounds = readonly [minimum: Bound, maximum: Bound];

/**
 * Compares stored doubles as the shortest decimals that parse to them. Reads the column only when
 * there is a bound, since reading may build it. Source: contract §3.6.
 */
function within(found: Bitset, column: () => Column, [minimum, maximum]: Bounds): void {
  if (minimum == null && maximum == null) return;
  const low = minimum == null ? -Infinity : leastDoubleFrom(minimum);
  const high = maximum == null ? Infinity : greatestDoubleUpTo(maximum);
  found.retainWithin(column(), low, high);
}

/** Compares prices as exact decimals. Source: contract §3.6. */
function withinPrice(found: Bitset, prices: () => PriceScale, [minimum, maximum]: Bounds): void {
  if (minimum == null && maximum == null) return;
  const scale = prices();
  const low = minimum == null ? -Infinity : scale.firstFrom(minimum);
  const high = maximum == null ? Infinity : scale.lastUpTo(maximum);
  found.retainWithin(scale.places, low, high);
}

/** Measures age in whole days since creation. Source: contract §3.6. */
function withinAge(
  found: Bitset,
  numbers: Columns['numbers'],
  { min_age_days: minimum, max_age_days: maximum }: ListModelsQuery,
  nowSeconds: number,
): void {
  if (minimum == null && maximum == null) return;
  // A day begins with its first second, so the oldest day ends one second before the next begins.
  const earliest = maximum == null ? -Infinity : nowSeconds - (maximum + 1) * SECONDS_PER_DAY + 1;
  const latest = minimum == null ? Infinity : nowSeconds - minimum * SECONDS_PER_DAY;
  found.retainWithin(numbers.created, earliest, latest);
}

/**
 * `llama` is the family of Llama2 and Llama3, `deepseek` of deepseek-r1: the name itself, or the
 * name followed by anything but a letter. Otherwise `g` would be the family of GPT, Gemini, Gemma
 * and Grok. Source: contract §3.5.
 */
function isFamilyOf(arch: string): (name: string) => boolean {
  const family = arch.trim().toLowerCase();
  return (name) => name.startsWith(family) && !/^\p{L}/u.test(name.slice(family.length));
}

function words(text: string | undefined): string[] {
  return (text ?? '')
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
}
