import * as v from 'valibot';
import type { Model } from './model.ts';

/** The use cases that models are ranked for. Source: contract §3 `category`. */
export const CATEGORIES = [
  'programming',
  'roleplay',
  'marketing',
  'marketing/seo',
  'technology',
  'science',
  'translation',
  'legal',
  'finance',
  'health',
  'trivia',
  'academia',
] as const;

/** A use case that models are ranked for. */
export type Category = (typeof CATEGORIES)[number];

/**
 * Data about a model that filters and sorts need and the wire form does not contain. A missing
 * signal is unknown: never zero and never false. Source: contract §3.2.
 */
export const ModelSignalsSchema = v.object({
  /** Slug; by default the part of the id before the first `/`, without a leading `~`. */
  author: v.optional(v.string()),
  providers: v.optional(v.array(v.object({ name: v.string(), slug: v.string() }))),
  /** Rank in each category, 1 = first. */
  categories: v.optional(v.record(v.picklist(CATEGORIES), v.pipe(v.number(), v.minValue(1)))),
  /** Tokens processed in the last week. */
  weekly_tokens: v.optional(v.pipe(v.number(), v.minValue(0))),
  /** Median of recent requests, tokens per second. */
  throughput_p50: v.optional(v.pipe(v.number(), v.minValue(0))),
  /** Median of recent requests, seconds to the first token. */
  latency_p50: v.optional(v.pipe(v.number(), v.minValue(0))),
  /** Fraction of requests that end with `tool_calls`, 0 to 1. */
  tool_success_rate: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1))),
  /** Whether an endpoint with zero data retention exists. */
  zdr: v.optional(v.boolean()),
  /** Slugs of the data regions with an endpoint, for example `eu`. */
  regions: v.optional(v.array(v.string())),
  /** Whether the licence lets outputs train other models. */
  distillable: v.optional(v.boolean()),
});

/** The signals of a model. Source: contract §3.2. */
export type ModelSignals = v.InferOutput<typeof ModelSignalsSchema>;

/**
 * A model as it is stored: its wire form and its signals.
 *
 * @example
 * const store = createMemoryModelStore([{ model, signals: { weekly_tokens: 4_100_000_000 } }]);
 */
export interface CatalogEntry {
  readonly model: Model;
  readonly signals: ModelSignals;
}

/** Returns the author's slug: the signal, or the first part of the id. Source: contract §3.2. */
export function authorOf({ model, signals }: CatalogEntry): string {
  if (signals.author !== undefined) return signals.author;
  const slash = model.id.indexOf('/');
  return (slash === -1 ? model.id : model.id.slice(0, slash)).replace(/^~/, '');
}
