import type {
  CatalogEntry,
  GuardrailAssignment,
  StoredDestination,
  StoredMember,
} from '@model-gateway/core';

/** Everything that a mock gateway knows before the first request. */
export interface World extends WorldAccounts {
  /** For people: "the golden world", "generated from seed 9". */
  readonly name: string;
  /** Names the models; becomes part of the catalog's ETag. */
  readonly revision: string;
  readonly models: readonly CatalogEntry[];
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

/** A world of your own; of what belongs to accounts there is nothing unless you give it. */
export type GivenWorld = Omit<World, keyof WorldAccounts> & Partial<WorldAccounts>;

/** Where a world comes from: see `resolveWorld`. */
export type WorldSource =
  /** The world that is checked in: 400 models that never change with an upgrade of a library. */
  | 'golden'
  /** Generated from `seed`, with as many models as asked for. */
  | 'generated'
  /** Your own. */
  | GivenWorld;
