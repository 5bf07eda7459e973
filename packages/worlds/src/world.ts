import type {
  CatalogEntry,
  Guardrail,
  GuardrailAssignment,
  StoredDestination,
  StoredMember,
} from '@model-gateway/core';
import type { ImageAbilities } from './abilities/image-abilities.ts';

/** A model of a world: an entry of the catalog, and its capabilities as an image model. */
export interface MockModel extends CatalogEntry {
  /** For models that make images; derived from the name by default. */
  readonly images?: ImageAbilities | undefined;
}

/** The initial state of a mock gateway: models and the records of accounts. */
export interface World extends WorldAccounts {
  /** A name for people: "the golden world", "generated from seed 9". */
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
  /** True when the models are known to be valid, so that a start skips the check. */
  readonly isChecked?: boolean | undefined;
}

/** The records of accounts. The mock's keys act for the organization `org_mock`. */
export interface WorldAccounts {
  readonly destinations: readonly StoredDestination[];
  /** Oldest first. */
  readonly members: readonly StoredMember[];
  readonly assignments: readonly GuardrailAssignment[];
  /** Those that are assigned and are not here limit nothing. */
  readonly guardrails?: readonly Guardrail[] | undefined;
}
