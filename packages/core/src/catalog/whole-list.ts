import { concatenate } from '../bytes/concatenate.ts';
import { asNative } from '../bytes/native-buffer.ts';
import type { CatalogIndex } from './catalog-index.ts';
import { etagOf } from './etag.ts';
import { listParts } from './list-body.ts';
import { selectModels } from './select.ts';

/** The response to GET /models without parameters: its version and its bytes. */
export interface WholeList {
  readonly etag: string;
  readonly parts: readonly [Uint8Array];
}

/**
 * Caches the whole list of the newest index: built on first use, then the same bytes every time,
 * because a new buffer of that size per request would load the garbage collector.
 */
export function createWholeListCache(): (index: CatalogIndex) => WholeList {
  let kept: { readonly index: CatalogIndex; readonly list: WholeList } | undefined;
  return (index) => {
    if (kept?.index !== index) kept = { index, list: makeWholeList(index) };
    return kept.list;
  };
}

function makeWholeList(index: CatalogIndex): WholeList {
  const selection = selectModels(index, {}, { allowedModels: null, nowSeconds: 0 });
  return {
    etag: etagOf(index, selection, []),
    parts: [asNative(concatenate(listParts(index, selection, null)))],
  };
}
