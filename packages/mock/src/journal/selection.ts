import { didYouMean, type OperationSet } from '@model-gateway/core/kit';
import { diagnostic } from '../diagnostics.ts';
import { isRouteName } from '../route-name.ts';
import type { AnyOperation } from '../rules/operation-types.ts';
import { isConversation } from '../rules/rule-target.ts';
import { criteriaOf, type JournalPattern } from './criteria.ts';
import type { RequestJournal } from './journal.ts';
import type { RequestRecord } from './request-record.ts';
import type { WaitPlace } from './wait-until.ts';

/** The source of the requests that expectations are about. */
export interface RequestSource extends WaitPlace {
  readonly journal: RequestJournal;
  readonly tenantId: string;
  readonly basePath: string;
  readonly operations: OperationSet;
}

/** The requests of an operation, the unhandled ones, or all. */
export type RequestsName = AnyOperation | 'unhandled';

/** The operation whose types apply to requests of that name. */
export type OperationNamed<Name extends RequestsName> = Name extends 'unhandled' ? '*' : Name;

/** A selection of requests: those of that name that match all patterns. */
export interface RequestSelection {
  /** The id of an operation, a route, `unhandled` or `*`. */
  readonly name: string;
  readonly patterns: readonly JournalPattern[];
}

/** The selected requests, oldest first. */
export function recordsOf(
  source: RequestSource,
  selection: RequestSelection,
): readonly RequestRecord[] {
  return recordsNamed(source, selection).filter((record) =>
    selection.patterns.every((pattern) => isLikePattern(record, pattern)),
  );
}

/** Those of that name, whatever they are like. */
export function recordsNamed(
  { journal }: RequestSource,
  { name }: RequestSelection,
): readonly RequestRecord[] {
  const records = journal.records();
  if (name === '*') return records;
  if (name === 'chat') return records.filter(({ operation = '' }) => isConversation(operation));
  if (name === 'unhandled') return records.filter(({ isUnhandled }) => isUnhandled);
  return records.filter(({ operation }) => operation === name);
}

export function isLikePattern(record: RequestRecord, pattern: JournalPattern): boolean {
  return criteriaOf(record, pattern).every(({ passed }) => passed);
}

/** Throws for a name that no request can ever have. */
export function checkRequestsName(name: string, operations: OperationSet): void {
  const known = [...operations.all.map(({ id }) => id), 'chat', 'unhandled'];
  if (name === '*' || known.includes(name) || isRouteName(name)) return;
  throw diagnostic(
    'GW1302',
    `requests() takes ${known.join(', ')}, a route such as "POST /moderations", or nothing for all, got "${name}"${didYouMean(name, known)}`,
  );
}
