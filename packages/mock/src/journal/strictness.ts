/**
 * Options for what fails a test when its tenant or gateway is disposed, even if the app noticed
 * nothing.
 */
export interface Strictness {
  /** Requests that match no operation and that no expectation covers; `'fail'` by default. */
  readonly unhandled?: 'fail' | 'ignore' | undefined;
  /** Rules that were added and applied less often than they say; `'ignore'` by default. */
  readonly unusedRules?: 'fail' | 'ignore' | undefined;
  /**
   * Fails also for query parameters and body members that the gateway does not know, which it
   * ignores (and names in `x-mock-hint`); false by default.
   */
  readonly strict?: boolean | undefined;
}
