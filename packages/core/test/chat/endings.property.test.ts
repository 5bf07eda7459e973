import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { ProviderFailure } from '@model-gateway/core';
import type { ChatPart } from '@model-gateway/core/chat';
import { answers, ISSUER } from './arbitrary-answer.ts';
import { ACCOUNT, aChatGateway, anEndpoint, aTalker, settled, type Talk } from './chat-builders.ts';

/** How a provider behaves: its answer in reads of these lengths, and what happens after some. */
interface Behaviour {
  readonly parts: readonly ChatPart[];
  readonly lengths: readonly number[];
  readonly fault: 'none' | 'fails' | 'throws' | 'hangs' | 'ends';
  readonly after: number;
}

const behaviours: fc.Arbitrary<Behaviour> = fc.record({
  parts: answers,
  lengths: fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1 }),
  fault: fc.constantFrom('none', 'none', 'fails', 'throws', 'hangs', 'ends'),
  after: fc.nat(12),
});

function talkOf({ parts, lengths, fault, after }: Behaviour): Talk {
  return async function* (_job, { signal, dispatched }) {
    dispatched();
    let from = 0;
    for (let read = 0; from < parts.length; read++) {
      if (read === after && fault !== 'none') {
        if (fault === 'ends') return;
        if (fault === 'fails') throw new ProviderFailure('server', 'it broke');
        if (fault === 'throws') throw new Error('a bug');
        await new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason), { once: true });
        });
      }
      // At least one part in each round of reads, so that the answer ends.
      const length = read % lengths.length === 0 ? 1 : (lengths[read % lengths.length] ?? 1);
      yield parts.slice(from, from + length);
      from += length;
    }
  };
}

const RUNS = process.env['MODEL_GATEWAY_LONG_TESTS'] === undefined ? 300 : 5000;

describe('any stream, with any fault and any client', () => {
  it('ends with the money exact and nothing left', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(behaviours, { minLength: 1, maxLength: 3 }),
        fc.boolean(),
        fc.option(fc.nat(20), { nil: undefined }),
        fc.boolean(),
        async (list, stream, leavesAfter, isClosing) => {
          const endpoint = anEndpoint({ issuer: ISSUER });
          const talkers = list.map((one, index) => aTalker(`p${index}`, talkOf(one), endpoint));
          const scene = aChatGateway(talkers);
          const { clock, ledger, records, gateway } = scene;
          const client = new AbortController();
          const progress = { isOver: false };
          const read = async () => {
            const { body } = await scene.chat({ stream }, { signal: client.signal });
            if (body.kind !== 'stream') return;
            let taken = 0;
            for await (const _ of body.chunks) {
              if (taken++ !== leavesAfter) continue;
              // Either the loop ends early, or the connection is closed.
              if (isClosing) break;
              client.abort();
            }
          };
          const reading = read()
            .catch(() => {})
            .then(() => (progress.isOver = true));
          for (let step = 0; !progress.isOver; step++) {
            assert.ok(step < 1000, 'it does not end');
            if (leavesAfter !== undefined && step === leavesAfter + 40) client.abort();
            await settled();
            clock.advance(10_000);
          }
          await reading;
          await settled();
          await gateway.settled();
          assert.deepEqual(
            talkers.map(({ running }) => running),
            talkers.map(() => 0),
          );
          assert.equal(clock.waiting, 0);
          assert.equal(getEventListeners(client.signal, 'abort').length, 0);
          assert.equal(records.length, 1);
          const charged = Number(records[0]?.generation?.costUsd ?? 0);
          // Whole tokens at three digits: a double is exact enough to compare.
          const left = Number(ledger.balanceOf(ACCOUNT));
          assert.ok(Math.abs(10 - charged - left) < 1e-9, `${charged} charged, ${left} left`);
          assert.ok(charged <= 1.02, `${charged} is more than was reserved`);
        },
      ),
      { numRuns: RUNS, seed: 29 },
    );
  });
});
