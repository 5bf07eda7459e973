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
