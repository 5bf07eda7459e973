import type { Fixtures } from '../fixtures/fixtures.ts';
import type { BenchOptions } from '../options.ts';
import type { Row } from '../verdict.ts';
import type { Children } from './children.ts';
import type { Load } from './load.ts';

/** What a suite works with. */
export interface Bench {
  readonly options: BenchOptions;
  readonly children: Children;
  readonly fixtures: Fixtures;
  readonly load: Load;
  /** Numbers for `count` requests that no request of this run had yet; the first of them. */
  takeNumbers(count: number): number;
  /** Tells whoever waits what goes on. */
  progress(text: string): void;
}

export interface SuiteOutcome {
  readonly rows: readonly Row[];
  /** How much the suite's A/A case is off. */
  readonly noise: number;
  /** What the rows were made from, in the unit that the name says; of this machine only. */
  readonly measured: Readonly<Record<string, number>>;
}

/** Cases that are measured together because their rows compare them. */
export interface Suite {
  readonly name: string;
  /** The targets that it has rows for. */
  readonly ids: readonly string[];
  run(bench: Bench): Promise<SuiteOutcome>;
}
