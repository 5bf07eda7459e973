/** What a rule does with its requests, as far as it is known before they arrive. */
export interface RuleEffect {
  /** The word of the action, such as `fail`, or `stream` for a stream that a test holds. */
  readonly action: string;
  /** Undefined where the gateway, or a function of the test, decides it. */
  readonly status?: number | undefined;
  /** Milliseconds on the tenant's clock that the rule waits first. */
  readonly delayMs: number;
  /** The name of the fault or of the ending: `hang`, `abort`. */
  readonly kind?: string | undefined;
}
