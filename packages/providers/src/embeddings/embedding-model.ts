import type { EmbeddingEndpoint, Pricing, RerankEndpoint } from '@model-gateway/core';
import { present } from '@model-gateway/core/kit';
import { baseOf, type RetiredModel, type RowFacts } from '../options/model-table.ts';

/** What every model that is no conversation's and draws nothing can do and costs. */
interface Abilities {
  /** The most tokens of one input, or of a query and a document. */
  readonly context: number;
  /** USD per token, by the names of contract §8.5; `request` is a unit of search. */
  readonly pricing: Pricing;
  /** Keys of `provider.options.<slug>` that are passed on; none by default. */
  readonly passthrough?: readonly string[];
}

/** What a model of embeddings can do and costs. */
export interface EmbeddingAbilities
  extends
    Abilities,
    Pick<EmbeddingEndpoint, 'dimensions' | 'batch' | 'fetchesMedia' | 'maxTokensPerMedia'> {
  readonly inputs: readonly (EmbeddingEndpoint['inputs'] extends ReadonlySet<infer One>
    ? One
    : never)[];
  /** Values of `input_type`; none by default. */
  readonly inputTypes?: readonly string[];
}

/** What a model of rankings can do and costs. */
export interface RerankAbilities
  extends Abilities, Pick<RerankEndpoint, 'maxDocuments' | 'searchUnit' | 'maxTokensPerMedia'> {
  readonly inputs: readonly ('text' | 'image')[];
}

/** What a module knows about one model of embeddings. Data, with its source. */
export interface EmbeddingRow extends RowFacts, EmbeddingAbilities {}
/** What a module knows about one model of rankings. Data, with its source. */
export interface RerankRow extends RowFacts, RerankAbilities {}

/** The models of embeddings that a provider knows, by model id. */
export type EmbeddingTable = Readonly<Record<string, EmbeddingRow>>;
/** The models of rankings that a provider knows, by model id. */
export type RerankTable = Readonly<Record<string, RerankRow>>;

interface Named<Task extends string> {
  /** What the model is for, where neither its id nor `like` says so. */
  readonly task?: Task;
  /** The model of the table to inherit from, if that is not the one of this id. */
  readonly like?: string;
  /** The provider's name of the model. */
  readonly upstream?: string;
  readonly name?: string;
}

/** A model of embeddings as the user of a provider configures it; the rest comes from the table. */
export interface EmbeddingEntry extends Named<'embeddings'>, Partial<EmbeddingAbilities> {}
/** A model of rankings as the user of a provider configures it; the rest comes from the table. */
export interface RerankEntry extends Named<'rerank'>, Partial<RerankAbilities> {}

/** A model that is served. */
export interface ServedModel<Row, Endpoint> {
  readonly row: Row;
  readonly endpoint: Endpoint;
}

/** The models of one task. */
export interface ServedModels<Row, Endpoint> {
  readonly models: ReadonlyMap<string, ServedModel<Row, Endpoint>>;
  readonly retired: readonly RetiredModel[];
}

interface ResolveOptions<Row, Endpoint> {
  readonly table: Readonly<Record<string, Row>>;
  /** What an entry has that inherits from none. */
  readonly usual: Partial<Row>;
  /** Today, `YYYY-MM-DD`. */
  readonly today: string;
  readonly endpointOf: (row: Row) => Endpoint;
}

/**
 * Returns the models of a task by id, without those that were retired. Throws `TypeError` for an entry
 * that is neither in the table nor complete.
 */
export function resolveRows<Row extends RowFacts & Abilities, Endpoint>(
  entries: Readonly<Record<string, Named<string> & Partial<Abilities>>> | undefined,
  { table, usual, today, endpointOf }: ResolveOptions<Row, Endpoint>,
): ServedModels<Row, Endpoint> {
  const models = new Map<string, ServedModel<Row, Endpoint>>();
  const retired: RetiredModel[] = [];
  const all: NonNullable<typeof entries> =
    entries ?? Object.fromEntries(Object.keys(table).map((id) => [id, {}]));
  for (const [id, { like, task: _, ...entry }] of Object.entries(all)) {
    const base = baseOf(id, like, table);
    if (base?.retiredOn !== undefined && base.retiredOn <= today) {
      const { upstream, retiredOn } = base;
      if (entries !== undefined) retired.push({ id, upstream, retiredOn });
      continue;
    }
    const { uncertainPrice, ...known } = base ?? ownRow<Row>(id, { ...usual, ...entry });
    const doubt = entry.pricing === undefined ? present({ uncertainPrice }) : {};
    // Only members of rows are in entries, as their check says.
    const row = { ...known, ...doubt, ...present(entry) } as Row;
    models.set(id, { row, endpoint: endpointOf(row) });
  }
  return { models, retired };
}

/** The row of a model that is in no table. */
function ownRow<Row>(id: string, entry: Partial<Row & RowFacts & Abilities>): Row & RowFacts {
  for (const needed of ['context', 'pricing'] as const) {
    if (entry[needed] !== undefined) continue;
    throw new TypeError(
      `models["${id}"].${needed} is missing: it is not a known model, so say its context and pricing`,
    );
  }
  const { upstream = id, name = id } = entry;
  // What is needed is there, as was just checked; the rest is usual for the provider.
  return { ...entry, name, upstream, source: 'your configuration', asOf: '' } as Row & RowFacts;
}

/** Returns what a model of embeddings is to the gateway. */
export function embeddingEndpointOf({
  context,
  inputs,
  inputTypes,
  dimensions,
  batch,
  fetchesMedia,
  maxTokensPerMedia,
  pricing,
  passthrough,
}: EmbeddingRow): EmbeddingEndpoint {
  return {
    contextTokens: context,
    inputs: new Set(inputs),
    inputTypes: new Set(inputTypes),
    dimensions,
    passthrough: new Set(passthrough),
    pricing,
    ...present({ batch, fetchesMedia, maxTokensPerMedia }),
  };
}

/** Returns what a model of rankings is to the gateway. */
export function rerankEndpointOf({
  context,
  inputs,
  maxDocuments,
  searchUnit,
  maxTokensPerMedia,
  pricing,
  passthrough,
}: RerankRow): RerankEndpoint {
  return {
    contextTokens: context,
    maxDocuments,
    inputs: new Set(inputs),
    passthrough: new Set(passthrough),
    pricing,
    ...present({ searchUnit, maxTokensPerMedia }),
  };
}
