import type { Fixtures } from '../fixtures/fixtures.ts';
import type { BenchOptions } from '../options.ts';
import type { Row } from '../verdict.ts';
import type { Children } from './children.ts';
import type { Load } from './load.ts';

/** The tools of a suite. */
export interface Bench {
  readonly options: BenchOptions;
  readonly children: Children;
  readonly fixtures: Fixtures;
  readonly load: Load;
  /** Numbers for `count` requests that no request of this run had yet; the first of them. */
  takeNumbers(count: number): number;
  /** Reports progress. */
  progress(text: string): void;
}

export interface SuiteOutcome {
  readonly rows: readonly Row[];
  /** The difference in the suite's A/A case. */
  readonly noise: number;
  /** The values behind the rows, in the unit of their name; valid for this machine only. */
  readonly measured: Readonly<Record<string, number>>;
}

/** Cases that are measured together because their rows compare them. */
export interface Suite {
  readonly name: string;
  /** The targets that it has rows for. */
  readonly ids: readonly string[];
  run(bench: Bench): Promise<SuiteOutcome>;
}
