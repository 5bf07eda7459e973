import type { Destination } from '../resources/destination.ts';
import type { Page, PageRequest } from './page.ts';

/**
 * A destination as it is stored: with its secrets in full and the account that owns its workspace.
 */
export interface StoredDestination {
  readonly destination: Destination;
  /** The account whose keys may see it: an organization (`org_…`) or, without one, a user. */
  readonly accountId: string;
}

/** A record and the version that a replacement must name. */
export interface Versioned<Item> {
  readonly item: Item;
  readonly version: string;
}

/** Stores observability destinations. */
export interface DestinationStore {
  /** Newest first: `created_at`, then `id`, both descending. Source: contract §5.6. */
  list(
    query: PageRequest & { readonly accountId: string; readonly workspaceId: string },
  ): Promise<Page<Destination>>;
  /** Receives an `id` from a client in lower case. Source: contract §1.4. */
  get(id: string): Promise<Versioned<StoredDestination> | undefined>;
  /**
   * Replaces the version that was read with `next`, in one atomic step: of two replacements of one
   * version exactly one wins. Source: contract §5.5.
   */
  replace(next: Destination, expectedVersion: string): Promise<'replaced' | 'missing' | 'stale'>;
}
