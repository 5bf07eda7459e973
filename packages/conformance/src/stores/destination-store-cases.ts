import type { ConformanceCase } from '../conformance-case.ts';
import { KEPT_CASES } from './destination-store/kept-cases.ts';
import { LISTED_CASES } from './destination-store/listed-cases.ts';
import { REPLACED_CASES } from './destination-store/replaced-cases.ts';
import type { DestinationStoreSubject } from './destination-store/subject.ts';

export type { DestinationStoreSubject };

/** The behaviour required of every `DestinationStore`. */
export const DESTINATION_STORE_CASES: readonly ConformanceCase<DestinationStoreSubject>[] = [
  ...KEPT_CASES,
  ...LISTED_CASES,
  ...REPLACED_CASES,
];
