import type { Clock, EmbeddingEndpoint, RerankEndpoint } from '@model-gateway/core';
import { present } from '@model-gateway/core/kit';
import { catalogEntry } from '../options/catalog-entry.ts';
import { datedModels, type DatedModels } from '../options/dated-models.ts';
import type { RowFacts } from '../options/model-table.ts';
import type { Abilities, EmbeddingRow, Named, RerankRow } from './embedding-model.ts';

interface ResolveOptions<Row, Endpoint> {
  readonly table: Readonly<Record<string, Row>>;
  /** What an entry has that inherits from none. */
  readonly usual: Partial<Row>;
  readonly output: 'embeddings' | 'rerank';
  readonly provider: { readonly name: string; readonly slug: string };
  readonly clock: Pick<Clock, 'now'>;
  readonly endpointOf: (row: Row) => Endpoint;
}

/** Returns the models of a task. Throws `TypeError` for an entry that is not complete. */
export function vectorModels<Row extends EmbeddingRow | RerankRow, Endpoint>(
  entries: Readonly<Record<string, Named<string> & Partial<Abilities>>> | undefined,
  { table, usual, output, provider, clock, endpointOf }: ResolveOptions<Row, Endpoint>,
): DatedModels<Row, Endpoint> {
  return datedModels<Row, NonNullable<typeof entries>[string], Endpoint>({
    clock,
    table,
    entries,
    catalogEntryOf: (id, row) =>
      catalogEntry(id, row, provider, {
        // Tokens are text that was cut.
        inputs: row.inputs.flatMap((input) => (input === 'tokens' ? [] : [input])),
        output,
        context_length: row.context,
        pricing: row.pricing,
        top_provider: {
          context_length: row.context,
          max_completion_tokens: null,
          is_moderated: false,
        },
      }),
    modelOf(id, given, base, repriced) {
      const { like: _, task: _task, ...entry } = given;
      const { uncertainPrice, ...known } = base ?? ownRow<Row>(id, { ...usual, ...entry });
      const doubt = entry.pricing === undefined ? present({ uncertainPrice }) : {};
      const prices = present({ pricing: repriced });
      // Only members of rows are in entries, as their check says.
      const row = { ...known, ...prices, ...doubt, ...present(entry) } as Row;
      return { row, endpoint: endpointOf(row) };
    },
  });
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
export function embeddingEndpointOf(row: EmbeddingRow): EmbeddingEndpoint {
  const { dimensions, batch, fetchesMedia, maxTokensPerMedia, pricing } = row;
  return {
    contextTokens: row.context,
    inputs: new Set(row.inputs),
    inputTypes: new Set(row.inputTypes),
    dimensions,
    passthrough: new Set(row.passthrough),
    pricing,
    ...present({ batch, fetchesMedia, maxTokensPerMedia }),
  };
}

/** Returns what a model of rankings is to the gateway. */
export function rerankEndpointOf(row: RerankRow): RerankEndpoint {
  const { maxDocuments, searchUnit, maxTokensPerMedia, pricing } = row;
  return {
    contextTokens: row.context,
    maxDocuments,
    inputs: new Set(row.inputs),
    passthrough: new Set(row.passthrough),
    pricing,
    ...present({ searchUnit, maxTokensPerMedia }),
  };
}
