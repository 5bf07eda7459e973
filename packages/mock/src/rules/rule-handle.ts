/** A rule that is there for a tenant's requests, as tests see it. */
export interface RuleHandle {
  /** As in the journal and in the response's `x-mock-rule`. */
  readonly id: string;
  /** How many requests it has been there for. */
  readonly hits: number;
  /** How many requests it is still there for; 0 once it is removed, Infinity when it stays. */
  readonly remaining: number;
  /** Takes the rule away. Twice is fine. */
  remove(): void;
}
