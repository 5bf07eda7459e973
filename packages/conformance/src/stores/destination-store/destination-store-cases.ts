import type { ConformanceCase } from '../../conformance-case.ts';
import { KEPT_CASES } from './kept-cases.ts';
import { LISTED_CASES } from './listed-cases.ts';
import { REPLACED_CASES } from './replaced-cases.ts';
import type { DestinationStoreSubject } from './subject.ts';

export type { DestinationStoreSubject };

/** The behaviour required of every `DestinationStore`. */
export const DESTINATION_STORE_CASES: readonly ConformanceCase<DestinationStoreSubject>[] = [
  ...KEPT_CASES,
  ...LISTED_CASES,
  ...REPLACED_CASES,
];
