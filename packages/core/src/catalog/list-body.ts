import type { CatalogIndex } from './catalog-index.ts';
import type { Selection } from './select.ts';

const encoder = new TextEncoder();
const OPENING = encoder.encode('{"data":[');

/**
 * The JSON of a page of models as ready parts: the models' bytes were made with the index, so a
 * page costs two small strings whatever its size. Source: spec §4.1, 200 `application/json`.
 */
export function listParts(
  index: CatalogIndex,
  { page, totalCount }: Selection,
  next: string | null,
): Uint8Array[] {
  const parts: Uint8Array[] = [OPENING];
  for (const [i, position] of page.entries()) {
    const part = index.serialised[position];
    // The first model has no comma in front.
    if (part !== undefined) parts.push(i === 0 ? part.subarray(1) : part);
  }
  parts.push(
    encoder.encode(`],"total_count":${totalCount},"links":{"next":${JSON.stringify(next)}}}`),
  );
  return parts;
}
