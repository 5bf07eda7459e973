import type { ImageEndpoint, ImagePrice, Pricing } from '@model-gateway/core';
import { nearestWord } from '@model-gateway/core/kit';

/** What a module knows about any model, beside what it can do. */
export interface RowFacts<Prices = Pricing> {
  /** For display. */
  readonly name: string;
  /** The provider's own name of the model. */
  readonly upstream: string;
  /** When the model was released, `YYYY-MM-DD`, as far as it is known. */
  readonly released?: string;
  /** Where the prices and limits are from. */
  readonly source: string;
  /** When they were read there, `YYYY-MM-DD`. */
  readonly asOf: string;
  /** Why its prices may be wrong: inferred, or from a secondary source. */
  readonly uncertainPrice?: string;
  /** The day from which the provider refuses the model, `YYYY-MM-DD`. */
  readonly retiredOn?: string;
  /** Prices that are announced, and the day from which they hold, `YYYY-MM-DD`. */
  readonly repriced?: { readonly on: string; readonly pricing: Prices };
}

/** What a module knows about one model of images. Data, with its source. */
export interface ModelRow<Wire> extends RowFacts<readonly ImagePrice[]> {
  readonly endpoint: ImageEndpoint;
  /** How this model is asked, where models of one provider differ. */
  readonly wire: Wire;
}

/** The models that a provider knows, by model id. */
export type ModelTable<Wire> = Readonly<Record<string, ModelRow<Wire>>>;

/** A model as the user of a provider configures it; what is left out comes from the table. */
export interface ModelEntry<Wire> {
  /** The model of the table to inherit from, if that is not the one of this id. */
  readonly like?: string;
  /** The provider's name of the model: a deployment, a fine-tuned model. */
  readonly upstream?: string;
  readonly name?: string;
  /** Replaces members of the inherited endpoint, each as a whole. */
  readonly endpoint?: Partial<ImageEndpoint>;
  /** Replaces the whole inherited price list. */
  readonly pricing?: readonly ImagePrice[];
  /** Replaces members of the inherited wire settings. */
  readonly wire?: Partial<Wire>;
}

/** An entry that is not served, because the provider retired the model. */
export interface RetiredModel {
  readonly id: string;
  /** The provider's own name of the model. */
  readonly upstream: string;
  /** The day from which the provider refuses it, `YYYY-MM-DD`. */
  readonly retiredOn: string;
}

/** Returns the row that an entry inherits from. Throws `TypeError` when `like` names none. */
export function baseOf<Row>(
  id: string,
  like: string | undefined,
  table: Readonly<Record<string, Row>>,
): Row | undefined {
  const row = Object.hasOwn(table, like ?? id) ? table[like ?? id] : undefined;
  if (row !== undefined || like === undefined) return row;
  const known = Object.keys(table);
  if (known.length === 0) {
    throw new TypeError(
      `models["${id}"].like cannot be used: this provider has no models of its own`,
    );
  }
  const hint = nearestWord(like, known);
  const nearest = hint === undefined ? `one of ${known.join(', ')}` : `for example ${hint}`;
  throw new TypeError(`models["${id}"].like must be a known model, ${nearest}, got ${like}`);
}

/**
 * Returns the row of an entry of images: merged with the one that it inherits from, at the prices
 * that replaced that one's, or of the entry alone. Throws `TypeError` for one that is not complete.
 */
export function imageRow<Wire>(
  id: string,
  entry: ModelEntry<Wire>,
  base: ModelRow<Wire> | undefined,
  repriced: readonly ImagePrice[] | undefined,
  usual: NewModelOptions<Wire>,
): ModelRow<Wire> {
  if (base === undefined) return wholeRow(id, entry, usual);
  const { upstream = base.upstream, name = base.name } = entry;
  const pricing = entry.pricing ?? entry.endpoint?.pricing;
  const endpoint = { ...base.endpoint, ...(repriced && { pricing: repriced }), ...entry.endpoint };
  const wire = { ...base.wire, ...entry.wire };
  if (pricing === undefined) return { ...base, upstream, name, wire, endpoint };
  const { uncertainPrice: _, ...certain } = base;
  return { ...certain, upstream, name, wire, endpoint: { ...endpoint, pricing } };
}

const REQUIRED = [
  'formats',
  'maxImages',
  'maxReferences',
  'seed',
  'compression',
  'streams',
  'passthrough',
  'pricing',
] as const;

interface NewModelOptions<Wire> {
  /** For a model that inherits from none. */
  readonly wire: Wire;
  /** All models that the provider knows, of conversations too. */
  readonly known: readonly string[];
  /** Whether the provider continues conversations as well. */
  readonly hasLanguage: boolean;
}

function wholeRow<Wire>(
  id: string,
  entry: ModelEntry<Wire>,
  { wire, known, hasLanguage }: NewModelOptions<Wire>,
): ModelRow<Wire> {
  const endpoint = { ...entry.endpoint, ...(entry.pricing && { pricing: entry.pricing }) };
  const missing = REQUIRED.filter((member) => endpoint[member] === undefined);
  if (missing.length > 0) {
    const nearest = nearestWord(id, known);
    const hint = nearest === undefined ? '' : ` (did you mean ${nearest}?)`;
    const language = hasLanguage
      ? 'the context and pricing of a language model; one of images needs '
      : '';
    throw new TypeError(
      known.length === 0
        ? `models["${id}"] needs its whole endpoint (${missing.join(', ')} missing)`
        : `models["${id}"] is not a model of this provider${hint}: say which it is like, or give ${language}its whole endpoint (${missing.join(', ')} missing)`,
    );
  }
  return {
    name: entry.name ?? id,
    upstream: entry.upstream ?? id,
    // All required members are present, as was just checked.
    endpoint: endpoint as ImageEndpoint,
    wire: { ...wire, ...entry.wire },
    source: 'your configuration',
    asOf: '',
  };
}
