/** The result of one check of one package; no problems means that it passed. */
export interface CheckResult {
  readonly row: string;
  readonly column: string;
  readonly problems: readonly string[];
}
