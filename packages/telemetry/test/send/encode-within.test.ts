import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Exporter } from '../../src/kinds/exporter-kind.ts';
import { encodeWithin } from '../../src/send/encode-within.ts';
import { toObservation } from '../../src/view/observation.ts';
import { aRecord } from '../support/records.ts';

/** An exporter that cannot encode the record of this id. */
function failingAt(requestId: string): Exporter {
  return {
    caps: { records: 512, bytes: 1_000_000 },
    encode(views) {
      if (views.some(({ metadata }) => metadata.requestId === requestId)) throw new Error('a bug');
      const body = JSON.stringify(views.map(({ metadata }) => metadata.requestId));
      return { url: 'https://in.example', method: 'POST', headers: {}, body, mayCompress: false };
    },
    verdict: () => ({ kind: 'sent', rejected: 0 }),
    test: () => assert.fail('not tested here'),
  };
}

function entriesOf(count: number) {
  return Array.from({ length: count }, (_, number) => {
    const observation = toObservation(aRecord(number));
    assert.ok(observation);
    return { item: observation.full, bytes: 100, since: 0 };
  });
}

describe('a batch with a record that the exporter cannot encode', () => {
  it('loses that record alone, in a few steps', async () => {
    const entries = entriesOf(8);
    const poisoned = entries[5]?.item.metadata.requestId ?? '';
    const exporter = failingAt(poisoned);
    const sent: string[] = [];
    let refused = 0;
    let steps = 0;
    for (let waiting = [...entries]; waiting.length > 0; steps++) {
      const fitting = await encodeWithin(exporter, { id: 'batch', entries: waiting }, 0);
      sent.push(...fitting.entries.map(({ item }) => item.metadata.requestId));
      refused += fitting.refused;
      waiting = [...fitting.rest];
    }
    assert.equal(refused, 1);
    assert.ok(steps <= 5, `${steps} steps`);
    const expected = entries.map(({ item }) => item.metadata.requestId);
    assert.deepEqual(sent.toSorted(), expected.filter((id) => id !== poisoned).toSorted());
  });
});

describe('a batch beside the limit of its receiver', () => {
  const views = entriesOf(2);
  /** A body of this many bytes for each record. */
  const exporterOf = (limit: number, body: (records: number) => string | Uint8Array<ArrayBuffer>) =>
    ({
      caps: { records: 512, bytes: limit },
      encode: ({ length }) => ({
        url: 'https://in.example',
        method: 'POST',
        headers: {},
        body: body(length),
        mayCompress: false,
      }),
      verdict: () => ({ kind: 'sent', rejected: 0 }),
      test: () => assert.fail('not tested here'),
    }) satisfies Exporter;

  for (const [what, body] of [
    ['bytes', (records: number) => new Uint8Array(500_000 * records)],
    ['ASCII', (records: number) => 'x'.repeat(500_000 * records)],
    ['text of four bytes a character', (records: number) => '😀'.repeat(125_000 * records)],
    ['text of two bytes a character', (records: number) => 'é'.repeat(250_000 * records)],
  ] as const) {
    for (const [limit, first] of [
      [1_000_001, 2],
      [1_000_000, 2],
      [999_999, 1],
    ] as const) {
      it(`of 1,000,000 bytes, ${what}, has ${first} records in a request of ${limit} bytes at most`, async () => {
        const exporter = exporterOf(limit, body);
        const fitting = await encodeWithin(exporter, { id: 'batch', entries: views }, 0);
        assert.equal(fitting.entries.length, first);
        assert.equal(fitting.rest.length, 2 - first);
      });
    }
  }
});
