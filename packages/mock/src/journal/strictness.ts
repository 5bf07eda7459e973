/** What fails a test when its tenant or its gateway is disposed, even if the app noticed nothing. */
export interface Strictness {
  /** Requests that are no operation of the gateway, and that no expectation was about: `'fail'`. */
  readonly unhandled?: 'fail' | 'ignore' | undefined;
  /** Rules that were added and not used as often as they were meant to be: `'ignore'`. */
  readonly unusedRules?: 'fail' | 'ignore' | undefined;
  /**
   * Fails also for query parameters and body members that the gateway does not know, which it ignores
   * (and names in `x-mock-hint`); false by default.
   */
  readonly strict?: boolean | undefined;
}
