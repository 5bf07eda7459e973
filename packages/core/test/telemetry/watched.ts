import assert from 'node:assert/strict';
import type { Provider, RecordDetail, RequestRecord } from '@model-gateway/core';
import { anImageGateway } from '../images/image-builders.ts';

/** A gateway of images with an observer that wants so much detail, and what it was told. */
export function watched(
  providers: readonly Provider[],
  { detail = 'metadata', ...options }: { detail?: RecordDetail; budgetMs?: number } = {},
) {
  const records: RequestRecord[] = [];
  const observer = {
    wants: () => detail,
    observe: (record: RequestRecord) => records.push(record),
  };
  const setup = anImageGateway(providers, { ...options, observers: [observer] });
  /** The only record. */
  const record = () => {
    assert.equal(records.length, 1, 'a request is recorded once');
    const [only] = records;
    assert.ok(only);
    return only;
  };
  return { ...setup, records, record, generation: () => record().generation };
}

/** Who was asked, how it ended, and why. */
export const attemptsOf = ({ generation }: RequestRecord) =>
  generation?.attempts.map(({ provider, outcome, failure }) => [provider, outcome, failure]);
