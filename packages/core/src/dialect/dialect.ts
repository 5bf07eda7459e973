import type { Model } from '../resources/model.ts';

/**
 * How clients name things: `gateway` is the specification's own names, `openrouter` those of the
 * public look-alike, so that its official clients can talk to us. Source: decisions §7.
 */
export type DialectName = 'gateway' | 'openrouter';

/** The look-alike's names, left ours, right theirs. No other file knows them. */
const MODEL_MEMBERS = [['model_hub_id', 'hugging_face_id']] as const;
const BENCHMARK_MEMBERS = [
  ['design_ranking', 'design_arena'],
  ['external_index', 'artificial_analysis'],
] as const;
const SORT_VALUES = [['design-ranking-elo-high-to-low', 'design-arena-elo-high-to-low']] as const;

type NamePairs = readonly (readonly [ours: string, theirs: string])[];
type JsonObject = Record<string, unknown>;

export interface Dialect {
  /** A model as this dialect's clients expect it. */
  modelToWire(model: Model): unknown;
  /** A request's query string in our names. Ours are understood in every dialect. */
  searchFromWire(search: string): string;
}

export const DIALECTS: Readonly<Record<DialectName, Dialect>> = {
  gateway: { modelToWire: (model) => model, searchFromWire: (search) => search },
  openrouter: {
    modelToWire: (model) => renameModel(model, (pairs) => pairs),
    searchFromWire,
  },
};

/** A model from a dump of the look-alike in our names; one in our names comes back as it is. */
export function modelFromLookAlike(model: unknown): unknown {
  return isObject(model) ? renameModel(model, reversed) : model;
}

function renameModel(model: object, direction: (pairs: NamePairs) => NamePairs): JsonObject {
  const renamed = rename(model, direction(MODEL_MEMBERS));
  const { benchmarks } = renamed;
  if (isObject(benchmarks)) renamed['benchmarks'] = rename(benchmarks, direction(BENCHMARK_MEMBERS));
  return renamed;
}

/** The same members in the same order under the right-hand names. */
function rename(object: object, pairs: NamePairs): JsonObject {
  const names = new Map(pairs);
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => [names.get(key) ?? key, value]),
  );
}

function reversed(pairs: NamePairs): NamePairs {
  return pairs.map(([ours, theirs]) => [theirs, ours]);
}

function searchFromWire(search: string): string {
  let translated = search;
  // The value holds no character that needs an escape, so the raw text can be compared.
  for (const [ours, theirs] of SORT_VALUES) translated = translated.replace(`=${theirs}`, `=${ours}`);
  return translated;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
