import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { encodeResponse } from '@model-gateway/core/http';
import { stream } from '../../scripts.ts';
import { startScriptedUpstream, type Script } from '../../scripted-upstream.ts';
import { startChatGateway } from '../../support/chat-gateway.ts';
import { bytesOf, WIRES, type MatrixWire, type WireName } from './wires.ts';

const RUNS = process.env['MODEL_GATEWAY_LONG_TESTS'] === undefined ? 40 : 5000;

const framesOf = ({ ROLE, says, REASONING, CALL, CALLED, USAGE }: MatrixWire) =>
  fc.array(
    fc.constantFrom(ROLE, says('Hel'), says('Hel'), REASONING, CALL, CALLED, USAGE, says('🌍')),
    { maxLength: 8 },
  );
/** How an answer goes on after that: well, or not. */
const restOf = ({ FINISH, LENGTH, USAGE, END, errorFrame, half, raw }: MatrixWire) =>
  fc.constantFrom<readonly string[]>(
    [FINISH, USAGE, END],
    [LENGTH, USAGE],
    [FINISH],
    [END],
    [],
    ['reset'],
    ['end'],
    ['silence'],
    [FINISH, 'silence'],
    [FINISH, USAGE, 'reset'],
    [errorFrame('overloaded')],
    [errorFrame('policy')],
    [errorFrame('generation')],
    [half, 'end'],
    [raw('oops')],
  );
// The names of a table are its keys.
const NAMES = Object.keys(WIRES) as WireName[];

const STEPS: ReadonlySet<string | undefined> = new Set(['reset', 'end', 'silence']);

const scriptsOf = (wire: MatrixWire): fc.Arbitrary<Script> =>
  fc
    .tuple(framesOf(wire), restOf(wire), fc.array(fc.nat(), { maxLength: 6 }))
    .map(([first, last, cuts]) => {
      const step = last.find((piece) => STEPS.has(piece));
      const text = [...first, ...last.filter((piece) => piece !== step)].join('');
      const bytes = bytesOf(wire, text);
      const at = cuts.map((cut) => cut % (bytes.byteLength + 1)).toSorted((a, b) => a - b);
      const pieces = [0, ...at].map((from, place) => bytes.subarray(from, at[place]));
      const written = pieces.filter(({ byteLength }) => byteLength > 0);
      return step === 'reset' || step === 'end' || step === 'silence'
        ? stream(written, step)
        : stream(written);
    });

describe('any stream of an upstream, with any fault and any client', () => {
  it('ends with the money exact, and no connection, timer or listener left', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc
          .constantFrom(...NAMES)
          .chain((wire) => scriptsOf(WIRES[wire]).map((script) => ({ wire, script }))),
        fc.boolean(),
        fc.boolean(),
        fc.option(fc.nat(8), { nil: undefined }),
        fc.boolean(),
        async ({ wire, script }, streamed, withSpare, leavesAfter, isClosing) => {
          await using upstream = await startScriptedUpstream(script);
          await using scene = await startChatGateway({ wire, upstream, withSpare });
          const client = new AbortController();
          const read = async () => {
            const response = await scene.ask({ stream: streamed }, client.signal);
            let taken = 0;
            for await (const _ of encodeResponse(response).steps ?? []) {
              if (taken++ !== leavesAfter) continue;
              // Either the reader stops, or its connection is closed.
              if (isClosing) break;
              client.abort();
            }
          };
          await scene.whileTimePasses(() => read().catch(() => {}));
          await scene.settled();
          await Promise.all([upstream.allClosed(), withSpare && scene.spare.allClosed()]);
          assert.equal(scene.clock.waiting, 0, 'timers are left');
          assert.equal(getEventListeners(client.signal, 'abort').length, 0, 'listeners are left');
          assert.deepEqual(scene.errors, []);
          assert.equal(scene.records.length, 1);
          const told = Number(scene.records[0]?.generation?.costUsd ?? 0);
          assert.ok(Math.abs(scene.charged() - told) < 1e-9, `${scene.charged()} and ${told}`);
          // 5 tokens of output at most were told, or estimated of what was sent.
          assert.ok(told < 0.001, `${told} is more than anything can cost`);
        },
      ),
      { numRuns: RUNS, seed: 29 },
    );
  });
});
