import { encodeText } from '../bytes/encode-text.ts';
import type { CatalogIndex } from './catalog-index.ts';
import type { CodexModel } from './codex-models.ts';
import type { Selection } from './select.ts';

const OPENING = encodeText('{"data":[');

/**
 * Returns the JSON of a page of models as ready parts: the models' bytes are built with the index,
 * so a page costs two small strings whatever its size; `codex` has the models once more. Source:
 * contract §3, §3.12.
 */
export function listParts(
  index: CatalogIndex,
  { page, totalCount }: Selection,
  next: string | null,
  codex?: readonly CodexModel[],
): Uint8Array[] {
  const more = codex === undefined ? '' : `,"models":${JSON.stringify(codex)}`;
  return [
    OPENING,
    // The first model has no comma in front.
    ...index.serialised.parts(page, 1),
    encodeText(`],"total_count":${totalCount},"links":{"next":${JSON.stringify(next)}}${more}}`),
  ];
}
