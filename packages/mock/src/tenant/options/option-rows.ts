import { BEHAVIOUR_OPTIONS } from './behaviour-options.ts';
import { FORKABLE_OPTIONS } from './forkable-options.ts';
import type { TenantOption } from './option.ts';
import { WORLD_OPTIONS } from './world-options.ts';

const TENANT_OPTIONS = { ...FORKABLE_OPTIONS, ...WORLD_OPTIONS, ...BEHAVIOUR_OPTIONS } as const;

type Row = readonly [name: string, row: TenantOption<unknown>];

/** Every option of tenants, in the order in which they are documented. */
export const OPTION_ROWS: readonly Row[] = Object.entries(TENANT_OPTIONS);

/** Those in which a fork may differ from its parent. */
export const FORKABLE_ROWS: readonly Row[] = Object.entries(FORKABLE_OPTIONS);

type NameWith<Part extends keyof TenantOption<unknown>> = {
  [Name in keyof typeof TENANT_OPTIONS]: (typeof TENANT_OPTIONS)[Name] extends Readonly<
    Record<Part, unknown>
  >
    ? Name
    : never;
}[keyof typeof TENANT_OPTIONS];

/** The options that the command line has. */
export type FlaggedName = NameWith<'flag'>;

/** The options that every tenant has, by default if not otherwise. */
export type DefaultedName = NameWith<'default'>;
