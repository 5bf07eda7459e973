import type { Destination } from '../resources/destination.ts';
import type { Page, PageRequest } from './page.ts';

/** A destination as it is stored: secrets in full, and who owns its workspace. */
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

/** Where observability destinations live. */
export interface DestinationStore {
  /** Newest first: `created_at`, then `id`, both descending. Source: contract §5.6. */
  list(
    query: PageRequest & { readonly accountId: string; readonly workspaceId: string },
  ): Promise<Page<Destination>>;
  /** An `id` that a client sent comes in lower case. Source: contract §1.4. */
  get(id: string): Promise<Versioned<StoredDestination> | undefined>;
  /**
   * Puts `next` in place of the version that was read, in one atomic step: of two replacements of
   * one version exactly one wins. Source: contract §5.5.
   */
  replace(next: Destination, expectedVersion: string): Promise<'replaced' | 'missing' | 'stale'>;
}
