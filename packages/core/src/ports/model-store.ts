import type { CatalogEntry } from '../resources/catalog-entry.ts';

/** The whole catalog at one moment. Read-only: neither side changes it once handed over. */
export interface CatalogSnapshot {
  /** In the catalog's own order, which is the order of GET /models without `sort`. */
  readonly entries: readonly CatalogEntry[];
  /** Identifies this content; different content has a different revision. Part of the ETag. */
  readonly revision: string;
  /**
   * Declares every entry valid, so that it is not checked again, which saves a third of the
   * indexing time. Only for content that the store itself checked or created.
   */
  readonly isChecked?: boolean | undefined;
}

/** Provides the models of a catalog. */
export interface ModelStore {
  /**
   * Returns the revision of the current content. Called on every request that reads the catalog, so
   * keep it cheap: a number in memory, one indexed row, or a value refreshed every few seconds. One
   * in memory may be returned without a promise.
   */
  revision(): Promise<string> | string;
  /** Returns the current content; called only when `revision` is not indexed yet. */
  snapshot(): Promise<CatalogSnapshot>;
}
