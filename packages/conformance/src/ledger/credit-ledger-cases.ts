import type { ConformanceCase } from '../conformance-case.ts';
import { END_CASES } from './end-cases.ts';
import { EXACT_CASES } from './exact-cases.ts';
import { RACE_CASES } from './race-cases.ts';
import { RESERVE_CASES } from './reserve-cases.ts';
import { TOTALS_CASES } from './totals-cases.ts';
import type { CreditLedgerSubject } from './subject.ts';

export type { CreditLedgerSubject };

/** What every `CreditLedger` must do. */
export const CREDIT_LEDGER_CASES: readonly ConformanceCase<CreditLedgerSubject>[] = [
  ...RESERVE_CASES,
  ...END_CASES,
  ...EXACT_CASES,
  ...RACE_CASES,
  ...TOTALS_CASES,
];
