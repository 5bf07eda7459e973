import { encodeText } from '../bytes/encode-text.ts';
import type { CatalogIndex } from './catalog-index.ts';
import type { Selection } from './select.ts';

const OPENING = encodeText('{"data":[');

/**
 * Returns the JSON of a page of models as ready parts: the models' bytes are built with the index,
 * so a page costs two small strings whatever its size. Source: contract §3.
 */
export function listParts(
  index: CatalogIndex,
  { page, totalCount }: Selection,
  next: string | null,
): Uint8Array[] {
  return [
    OPENING,
    // The first model has no comma in front.
    ...index.serialised.parts(page, 1),
    encodeText(`],"total_count":${totalCount},"links":{"next":${JSON.stringify(next)}}}`),
  ];
}
