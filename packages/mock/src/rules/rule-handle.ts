import type { AnyRequestPattern } from './request-pattern.ts';
import type { RuleEffect } from './rule-effect.ts';

/** A rule for a tenant's requests, as tests see it. */
export interface RuleHandle {
  /** As in the journal and in the response's `x-mock-rule`. */
  readonly id: string;
  /** The operation, the route, or `*`; undefined for a rule of your own, which decides by itself. */
  readonly on: string | undefined;
  /** The patterns of its requests, all of which match; none for every request. */
  readonly where: readonly AnyRequestPattern[];
  /** What it does with them; undefined for a rule of your own. */
  readonly answer: RuleEffect | undefined;
  /** The number of requests it has answered. */
  readonly hits: number;
  /** The number of requests it will still answer; 0 once removed, Infinity for no limit. */
  readonly remaining: number;
  /** Whether it was added later, so that `remove` and `resetRules` take it away. */
  readonly isAdded: boolean;
  /** Removes an added rule. Idempotent; a rule from the start stays. */
  remove(): void;
}
