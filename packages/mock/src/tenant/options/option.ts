import type * as v from 'valibot';

/** The things that inherit an option: a tenant from its gateway, a fork from its parent. */
export type Heir = 'tenant' | 'fork';

/** One option of tenants: all that is known of it. */
export interface TenantOption<Value> {
  readonly inheritedBy: readonly Heir[];
  /** Whether it is part of the world: a tenant that names its own world inherits none of them. */
  readonly isWorld?: boolean;
  /** The value of a tenant for which the option is neither set nor inherited. */
  readonly default?: Value;
  /** Throws for an invalid value. Not called for an option that is left out. Method syntax, so that all rows fit one list. */
  check?(value: Value): void;
  readonly json: OptionJson;
  readonly flag?: OptionFlag;
}

/** An option as a member of JSON, whose name is in snake case. */
export interface OptionJson {
  readonly schema: v.GenericSchema;
  /** The whole form, where more is checked than `schema` says. */
  readonly documented?: v.GenericSchema;
  /** Makes the option of what `schema` accepts; the same value by default. */
  readonly read?: (json: never) => unknown;
}

/** The groups of tenant options in the help of the command line. */
export type FlagGroup = 'What it serves:' | 'Who may use it:' | 'How it behaves:';

/** An option of the command line, whose name is in kebab case. */
export interface OptionFlag {
  readonly group: FlagGroup;
  /** One letter. */
  readonly short?: string;
  /** The value as the help names it: `number`. A flag without one stands for true. */
  readonly takes?: string;
  readonly help: string;
  /** The default as the help shows it; the option's `default` if that has one. */
  readonly shownDefault?: string;
  /** Reads the text; throws an error of one sentence that begins with `flag`. */
  readonly read?: (flag: string, text: string) => unknown;
}
