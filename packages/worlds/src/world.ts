import type {
  CatalogEntry,
  GuardrailAssignment,
  StoredDestination,
  StoredMember,
} from '@model-gateway/core';
import type { ImageAbilities } from './abilities/image-abilities.ts';

/** A model of a world: an entry of the catalog and what the mock's artist can do for it. */
export interface MockModel extends CatalogEntry {
  /** For models that make images; by default their name says it. */
  readonly images?: ImageAbilities | undefined;
}

/** Everything that a mock gateway knows before the first request. */
export interface World extends WorldAccounts {
  /** For people: "the golden world", "generated from seed 9". */
  readonly name: string;
  /** Names the models; becomes part of the catalog's ETag. */
  readonly revision: string;
  readonly models: readonly MockModel[];
  /**
   * The day that the dates in it were written for. Ages are measured from it, whatever the real
   * date is, until the clock is set. By default, and when a model is younger, by the clock.
   * Milliseconds since the Unix epoch, or ISO 8601: a date, or with `Z` or an offset.
   */
  readonly day?: Date | number | string | undefined;
  /** Says that the models are valid, so that a start need not check them. */
  readonly isChecked?: boolean | undefined;
}

/** What belongs to accounts. The mock's keys act for the organization `org_mock`. */
export interface WorldAccounts {
  readonly destinations: readonly StoredDestination[];
  /** Oldest first. */
  readonly members: readonly StoredMember[];
  readonly assignments: readonly GuardrailAssignment[];
}
