import { perMillion } from '../options/per-million.ts';
import type { EmbeddingRow, RerankRow } from './embedding-model.ts';

/** Where facts are from. */
interface Source {
  readonly source: string;
  readonly asOf: string;
  readonly uncertainPrice?: string;
}

/** Read in a vendor's own page. */
export const OPENAI_PAGE: Source = {
  source: 'https://developers.openai.com/api/docs/models',
  asOf: '2026-11-26',
};

/** Read in others' lists of the vendor's prices. */
export function secondHand(source: string): Source {
  return { source, asOf: '2026-11-26', uncertainPrice: 'from a secondary source' };
}

/** Returns a model of embeddings whose tokens cost this many USD a million. */
export function embeddingRow(
  upstream: string,
  name: string,
  usd: number,
  row: Omit<EmbeddingRow, 'upstream' | 'name' | 'pricing'>,
): EmbeddingRow {
  return { upstream, name, pricing: { prompt: perMillion(usd), completion: '0' }, ...row };
}

/** Returns a model of rankings, priced by the million tokens or by the unit of search. */
export function rerankRow(
  upstream: string,
  name: string,
  usd: { readonly tokens: number } | { readonly search: string },
  row: Omit<RerankRow, 'upstream' | 'name' | 'pricing'>,
): RerankRow {
  const pricing =
    'tokens' in usd
      ? { prompt: perMillion(usd.tokens), completion: '0' }
      : { prompt: '0', completion: '0', request: usd.search };
  return { upstream, name, pricing, ...row };
}
