/** The limit of a measured value. */
export type Limit = { readonly atLeast: number } | { readonly atMost: number };

/** One row of the table of targets. */
export interface Target {
  /** A workload may be judged by several rows; they share the number. */
  readonly id: string;
  /** The ratio that is measured; "server" values are CPU time per request. */
  readonly workload: string;
  readonly unit: 'ratio' | 'milliseconds' | 'bytes';
  /** Undefined for what is measured for information. */
  readonly limit: Limit | undefined;
}
