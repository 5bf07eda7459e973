// Own process: searches its whole heap.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { getHeapSnapshot } from 'node:v8';
import { EXPORTER_KINDS } from '../src/kinds/index.ts';
import { aDestination, CONFIGS } from './support/destinations.ts';
import { aForwarding } from './support/forwarding.ts';
import { aReceiver } from './support/receiver.ts';
import { aFailedRecord, aRecord } from './support/records.ts';

const RECORDS = 50;

/** Counts the numbers that stand behind a mark in the strings of the heap. */
async function numbersInHeap(mark: string): Promise<number> {
  const numbers = new Set<string>();
  let rest = '';
  for await (const chunk of getHeapSnapshot().setEncoding('utf8')) {
    // A stream with an encoding has text.
    const text = rest + (chunk as string);
    for (const [, number] of text.matchAll(new RegExp(`${mark}(\\d+)\\.`, 'g'))) {
      numbers.add(number ?? '');
    }
    rest = text.slice(-100);
  }
  return numbers.size;
}

/** Records that wait for destinations of every kind, none of which answers. */
async function waiting(mark: string, privacy_mode: boolean) {
  const destinations = [...EXPORTER_KINDS.keys()].map((type, i) =>
    // Kinds are the keys of CONFIGS.
    aDestination(i, { type, config: CONFIGS[type as keyof typeof CONFIGS], privacy_mode }),
  );
  const forwarding = await aForwarding(destinations, { receiver: aReceiver(() => 'silence') });
  for (let i = 0; i < RECORDS; i++) {
    const prompt = `${mark}${i}.`;
    forwarding.observe(aRecord(i, { prompt }), aFailedRecord(i, prompt, { prompt }));
  }
  return forwarding;
}

describe('what waits in memory', () => {
  for (const [what, mark, privacy_mode, found] of [
    ['for destinations in privacy mode has no input and no output', 'hidden-word-', true, 0],
    ['for others has them, so that the search finds what is there', 'shown-word-', false, RECORDS],
  ] as const) {
    it(what, async () => {
      const forwarding = await waiting(mark, privacy_mode);
      const { queued, inFlight } = forwarding.forwarder.stats().totals;
      assert.equal(queued + inFlight, 2 * RECORDS * EXPORTER_KINDS.size);
      assert.equal(await numbersInHeap(mark), found);
      const closing = forwarding.forwarder.close();
      await forwarding.pass(5000);
      await closing;
    });
  }
});
