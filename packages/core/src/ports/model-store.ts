import type { CatalogEntry } from '../catalog/entry.ts';

/** The whole catalog at one moment. Read-only: neither side changes it once handed over. */
export interface CatalogSnapshot {
  /** In the catalog's own order, which is the order of GET /models without `sort`. */
  readonly entries: readonly CatalogEntry[];
  /** Names this content; another content has another revision. Becomes part of the ETag. */
  readonly revision: string;
  /**
   * Says that every entry is valid, so that it is not checked again: a third of the time that
   * indexing takes. For content that the store itself checked or made; never for what came from
   * elsewhere.
   */
  readonly isChecked?: boolean | undefined;
}

/** Where models come from. */
export interface ModelStore {
  /**
   * The revision of the current content. Asked on every request that reads the catalog, so keep it
   * cheap: a number in memory, one indexed row, or a value refreshed every few seconds.
   */
  revision(): Promise<string>;
  /** The current content; asked only when `revision` names one that is not indexed yet. */
  snapshot(): Promise<CatalogSnapshot>;
}
