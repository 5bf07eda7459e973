import { encodeText } from '../bytes/encode-text.ts';
import type { CatalogIndex } from './catalog-index.ts';
import type { CodexModel } from './codex-models.ts';
import type { Selection } from './select.ts';

const OPENING = encodeText('{"data":[');

/** What some clients need beside the list. */
interface ListAdditions {
  /** The models once more. Source: contract §3.12. */
  readonly codex?: readonly CodexModel[] | undefined;
  /** Whether each model has a `display_name`. Source: contract §3.13. */
  readonly hasLabels?: boolean;
}

/**
 * Returns the JSON of a page of models as ready parts: the models' bytes are built with the index,
 * so a page costs two small strings whatever its size. Source: contract §3.
 */
export function listParts(
  index: CatalogIndex,
  { page, totalCount }: Selection,
  next: string | null,
  { codex, hasLabels = false }: ListAdditions = {},
): Uint8Array[] {
  const more = codex === undefined ? '' : `,"models":${JSON.stringify(codex)}`;
  return [
    OPENING,
    // The first model has no comma in front.
    ...(hasLabels ? labelled(index, page) : index.serialised.parts(page, 1)),
    encodeText(`],"total_count":${totalCount},"links":{"next":${JSON.stringify(next)}}${more}}`),
  ];
}

/** Returns models that begin with their labels. */
function labelled({ entries, serialised }: CatalogIndex, page: readonly number[]): Uint8Array[] {
  return page.flatMap((position, place) => {
    const label = JSON.stringify(entries[position]?.model.name ?? '');
    const start = encodeText(`${place === 0 ? '' : ','}{"display_name":${label},`);
    return [start, ...serialised.parts([position], ',{'.length)];
  });
}
