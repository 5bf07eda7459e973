import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LangfuseOtelSpanAttributes, ObservationLevel, ObservationType } from '@langfuse/core';
import { EXPORTER_KINDS } from '../../src/kinds/index.ts';
import { toObservation } from '../../src/view/observation.ts';
import { CONFIGS } from '../support/destinations.ts';
import { decodeSpans } from '../support/decode-spans.ts';
import { aFailedRecord, aRecord, NOW } from '../support/records.ts';

/* The names and values that Langfuse's own client sends. */

const NAMES: ReadonlySet<string> = new Set(Object.values(LangfuseOtelSpanAttributes));

async function attributesOf(record: ReturnType<typeof aRecord>): Promise<Map<string, unknown>> {
  const made = EXPORTER_KINDS.get('langfuse')?.compile(CONFIGS.langfuse);
  if (made === undefined || 'problem' in made) assert.fail(made?.problem);
  const view = toObservation(record)?.full ?? assert.fail();
  const [span] = decodeSpans(await made.encode([view], { batchId: 'batch-1', now: NOW }));
  return new Map(span?.attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}

describe('a span for Langfuse', () => {
  for (const [what, record] of [
    ['of an image', aRecord(1, { sessionId: 's-1' })],
    ['of a failure', aFailedRecord(2, 'refused')],
  ] as const) {
    it(`${what} has only attributes that Langfuse knows, among those in its name`, async () => {
      const names = [...(await attributesOf(record)).keys()];
      const own = names.filter((name) => name.startsWith('langfuse.'));
      assert.ok(own.length > 4);
      assert.deepEqual(
        own.filter((name) => !NAMES.has(name)),
        [],
      );
    });
  }

  it('has its user and its session under the names that Langfuse reads', async () => {
    const attributes = await attributesOf(aRecord(1, { sessionId: 's-1' }));
    assert.equal(attributes.get(LangfuseOtelSpanAttributes.TRACE_USER_ID), 'user_1');
    assert.equal(attributes.get(LangfuseOtelSpanAttributes.TRACE_SESSION_ID), 's-1');
  });

  it('is a generation, and a failure has a level of theirs', async () => {
    const attributes = await attributesOf(aFailedRecord(2, 'refused'));
    const { OBSERVATION_TYPE, OBSERVATION_LEVEL } = LangfuseOtelSpanAttributes;
    const type = String(attributes.get(OBSERVATION_TYPE)).toUpperCase();
    assert.equal(type, ObservationType.Generation);
    assert.equal(attributes.get(OBSERVATION_LEVEL), ObservationLevel.Error);
  });
});
