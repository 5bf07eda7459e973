import type { Model } from '@model-gateway/core';

/** A question about a model whose answers a catalog has in shares. */
export type Marginal = (model: Model, around: CatalogFacts) => string;

/** Facts of a whole catalog that answers depend on. */
export interface CatalogFacts {
  /** The day on which it stands, Unix seconds. */
  readonly reference: number;
  /** The position of each author by number of models, from 1. */
  readonly authorRanks: ReadonlyMap<string, number>;
}

const MONTH = 30.4375 * 86_400;

/**
 * Returns the facts of a catalog that stands a day after its newest model, and of which each model
 * counts as much as its weight.
 */
export function factsOf(
  models: readonly Model[],
  weights: readonly number[] = models.map(() => 1),
): CatalogFacts {
  const counts = new Map<string, number>();
  for (const [position, { id }] of models.entries()) {
    const author = authorOf(id);
    counts.set(author, (counts.get(author) ?? 0) + (weights[position] ?? 0));
  }
  const order = [...counts].sort(([, one], [, other]) => other - one);
  return {
    reference: models.reduce((latest, { created }) => Math.max(latest, created), 0) + 86_400,
    authorRanks: new Map(order.map(([author], position) => [author, position + 1])),
  };
}

const takes =
  (parameter: Model['supported_parameters'][number]): Marginal =>
  ({ supported_parameters: all }) =>
    String(all.includes(parameter));
const priced =
  (key: keyof Model['pricing']): Marginal =>
  ({ pricing }) =>
    String(pricing[key] !== undefined);

/** What is learnt from a catalog: one answer of each model at a time, never two together. */
export const MARGINALS: readonly Marginal[] = [
  ({ architecture }) => architecture.output_modalities.toSorted().join(),
  ({ architecture }) => architecture.input_modalities.toSorted().join(),
  ({ pricing }) => priceOf(pricing.prompt),
  ({ pricing }) => ratioOf(pricing.completion, pricing.prompt),
  ({ context_length: length }) => (length === null ? 'none' : stepOf(length)),
  ({ created }, { reference }) => ageOf((reference - created) / MONTH),
  ({ id }) => (id.startsWith('~') ? 'alias' : (/:.*$/.exec(id)?.[0] ?? 'model')),
  ({ reasoning }) => (reasoning === undefined ? 'never' : String(reasoning.mandatory)),
  ({ reasoning }) => String(Array.isArray(reasoning?.supported_efforts)),
  ({ top_provider }) => String(top_provider.is_moderated),
  ({ model_hub_id: hub }) => String(hub != null),
  ({ knowledge_cutoff: date }) => String(date != null),
  ({ expiration_date: date }) => String(date != null),
  ({ benchmarks }) => String((benchmarks?.design_ranking ?? []).length > 0),
  ({ benchmarks }) => String(benchmarks?.external_index !== undefined),
  priced('input_cache_read'),
  priced('input_cache_write'),
  priced('web_search'),
  priced('overrides'),
  takes('tools'),
  takes('temperature'),
  takes('top_k'),
  takes('seed'),
  takes('logprobs'),
  takes('response_format'),
  takes('structured_outputs'),
  takes('frequency_penalty'),
];

/** Whether a model's vendor is the largest, the second, …, or one of the many. */
export const VENDOR: Marginal = ({ id }, { authorRanks }) =>
  rankOf(authorRanks.get(authorOf(id)) ?? Infinity);

/** Half octaves of dollars: prices within a factor of 1.4 are one. */
function priceOf(dollars: string): string {
  const price = Number(dollars);
  return price > 0 ? String(Math.floor(2 * Math.log2(price))) : String(Math.sign(price));
}

function ratioOf(above: string, below: string): string {
  const ratio = Number(above) / Number(below);
  return Number.isFinite(ratio) && ratio > 0 ? String(Math.round(2 * Math.log2(ratio))) : 'none';
}

function stepOf(length: number): string {
  return String(Math.round(Math.log2(Math.max(length, 1))));
}

/** Months to a quarter of a year, quarters to a year, half years beyond. */
function ageOf(months: number): string {
  if (months < 3) return `${Math.floor(months)} months`;
  return months < 12 ? `${Math.floor(months / 3)} quarters` : `${Math.floor(months / 6)} halves`;
}

function rankOf(rank: number): string {
  if (rank <= 5) return String(rank);
  return rank <= 15 ? 'to 15' : 'rest';
}

function authorOf(id: string): string {
  return id.replace(/^~/, '').split('/', 1).join('');
}
