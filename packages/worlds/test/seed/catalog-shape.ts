import type { CatalogEntry } from '@model-gateway/core';

type Model = CatalogEntry['model'];

/** Facts of a catalog of text models that two catalogs can be compared by. */
export interface CatalogShape {
  /** Share of models for which each holds. */
  readonly shares: Readonly<Record<string, number>>;
  /** Dollars per million prompt tokens of paid models, natural logarithm. */
  readonly logPrice: { readonly mean: number; readonly deviation: number };
  readonly medians: Readonly<Record<'completionRatio' | 'context' | 'parameters' | 'elo', number>>;
  /** Months from the creation of a model to the reference: newer and older quarter, and half. */
  readonly age: Readonly<Record<'quarter' | 'half' | 'threeQuarters' | 'nineTenths', number>>;
  /** Share of the author with the most models, and of the five with the most. */
  readonly authors: Readonly<Record<'first' | 'firstFive', number>>;
}

const MONTH = 30.4375 * 86_400;

/** `reference` is the day on which the catalog stands, Unix seconds. */
export function shapeOf(models: readonly Model[], reference: number): CatalogShape {
  const paid = models.filter(({ pricing }) => Number(pricing.prompt) > 0);
  const ages = models.map(({ created }) => (reference - created) / MONTH);
  return {
    shares: sharesOf(models),
    logPrice: spreadOf(paid.map(({ pricing }) => Math.log(Number(pricing.prompt) * 1e6))),
    medians: {
      completionRatio: median(
        paid.map(({ pricing }) => Number(pricing.completion) / Number(pricing.prompt)),
      ),
      context: median(models.map((model) => model.context_length ?? 0)),
      parameters: median(models.map((model) => model.supported_parameters.length)),
      elo: median(
        models.flatMap((model) => model.benchmarks?.design_ranking ?? []).map(({ elo }) => elo),
      ),
    },
    age: {
      quarter: quantile(ages, 0.25),
      half: median(ages),
      threeQuarters: quantile(ages, 0.75),
      nineTenths: quantile(ages, 0.9),
    },
    authors: authorsOf(models),
  };
}

const FACTS: Readonly<Record<string, (model: Model) => boolean>> = {
  'reads text only': ({ architecture }) => architecture.input_modalities.length === 1,
  'reads images': ({ architecture }) => architecture.input_modalities.includes('image'),
  'reads files': ({ architecture }) => architecture.input_modalities.includes('file'),
  'reads video': ({ architecture }) => architecture.input_modalities.includes('video'),
  'has an instruct type': ({ architecture }) => architecture.instruct_type != null,
  'has another tokenizer': ({ architecture }) => architecture.tokenizer === 'Other',
  reasons: ({ reasoning }) => reasoning !== undefined,
  'must reason': ({ reasoning }) => reasoning?.mandatory === true,
  'names efforts': ({ reasoning }) => Array.isArray(reasoning?.supported_efforts),
  'takes tools': takes('tools'),
  'takes a temperature': takes('temperature'),
  'takes a response format': takes('response_format'),
  'takes a seed': takes('seed'),
  'takes top_k': takes('top_k'),
  'takes logprobs': takes('logprobs'),
  'takes penalties': takes('frequency_penalty'),
  'takes an effort': takes('reasoning_effort'),
  'prices cached input': ({ pricing }) => pricing.input_cache_read !== undefined,
  'prices cache writes': ({ pricing }) => pricing.input_cache_write !== undefined,
  'prices an hour in the cache': ({ pricing }) => pricing.input_cache_write_1h !== undefined,
  'prices web searches': ({ pricing }) => pricing.web_search !== undefined,
  'prices reasoning': ({ pricing }) => pricing.internal_reasoning !== undefined,
  'prices long prompts': ({ pricing }) => pricing.overrides !== undefined,
  'is free': ({ id }) => id.endsWith(':free'),
  'is an alias': ({ id }) => id.startsWith('~'),
  'has no price': ({ pricing }) => pricing.prompt === '-1',
  'is moderated': ({ top_provider }) => top_provider.is_moderated,
  'has a hub id': ({ model_hub_id }) => model_hub_id != null,
  'has a cutoff': ({ knowledge_cutoff }) => knowledge_cutoff != null,
  expires: ({ expiration_date }) => expiration_date != null,
  'has benchmarks': ({ benchmarks }) => benchmarks !== undefined,
  'has an index': ({ benchmarks }) => benchmarks?.external_index !== undefined,
  'is ranked': ({ benchmarks }) => (benchmarks?.design_ranking ?? []).length > 0,
  'has a dated slug': ({ id, canonical_slug }) => id !== canonical_slug,
};

function takes(name: Model['supported_parameters'][number]): (model: Model) => boolean {
  return ({ supported_parameters }) => supported_parameters.includes(name);
}

function sharesOf(models: readonly Model[]): Record<string, number> {
  return Object.fromEntries(
    Object.entries(FACTS).map(([name, holds]) => [
      name,
      models.filter(holds).length / models.length,
    ]),
  );
}

function authorsOf(models: readonly Model[]): CatalogShape['authors'] {
  const counts = new Map<string, number>();
  for (const { id } of models) {
    const author = id.slice(0, id.indexOf('/'));
    counts.set(author, (counts.get(author) ?? 0) + 1);
  }
  const shares = [...counts.values()].sort((one, other) => other - one);
  const firstFive = shares.slice(0, 5).reduce((sum, count) => sum + count, 0);
  return { first: (shares[0] ?? 0) / models.length, firstFive: firstFive / models.length };
}

function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(share * sorted.length)] ?? Number.NaN;
}

function spreadOf(values: readonly number[]): CatalogShape['logPrice'] {
  const mean = average(values);
  return { mean, deviation: Math.sqrt(average(values.map((value) => (value - mean) ** 2))) };
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Pearson's; of pairs. */
export function correlation(pairs: readonly (readonly [number, number])[]): number {
  const one = spreadOf(pairs.map(([value]) => value));
  const other = spreadOf(pairs.map(([, value]) => value));
  const together = average(pairs.map(([a, b]) => (a - one.mean) * (b - other.mean)));
  return together / (one.deviation * other.deviation);
}
