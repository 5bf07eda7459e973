import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { encodeResponse } from '@model-gateway/core/http';
import { stream } from '../../scripts.ts';
import { startScriptedUpstream, type Script } from '../../scripted-upstream.ts';
import { startChatGateway } from '../../support/chat-gateway.ts';
import { CALL, chunk, END, errorFrame, FINISH, REASONING, ROLE, TEXT, USAGE } from './faults.ts';

const RUNS = process.env['MODEL_GATEWAY_LONG_TESTS'] === undefined ? 40 : 5000;

const CLOSED = chunk({ tool_calls: [{ index: 0, function: { arguments: '1}' } }] });
const frames = fc.array(
  fc.constantFrom(ROLE, TEXT, TEXT, REASONING, CALL, CLOSED, USAGE, chunk({ content: '🌍' })),
  { maxLength: 8 },
);
/** How an answer goes on after that: well, or not. */
const rest: fc.Arbitrary<readonly string[]> = fc.constantFrom(
  [FINISH, USAGE, END],
  [chunk({}, 'tool_calls'), END],
  [chunk({}, 'length'), USAGE],
  [FINISH],
  [END],
  [],
  ['reset'],
  ['end'],
  ['silence'],
  [FINISH, 'silence'],
  [FINISH, USAGE, 'reset'],
  [errorFrame({ code: 503, message: 'x' })],
  [errorFrame({ code: 'content_policy_violation', message: 'x' })],
  ['data: {"cho', 'end'],
  ['data: oops\n\n'],
);
const STEPS: ReadonlySet<string | undefined> = new Set(['reset', 'end', 'silence']);

const scripts: fc.Arbitrary<Script> = fc
  .tuple(frames, rest, fc.array(fc.nat(), { maxLength: 6 }))
  .map(([first, last, cuts]) => {
    const step = last.find((piece) => STEPS.has(piece));
    const text = [...first, ...last.filter((piece) => piece !== step)].join('');
    const bytes = Buffer.from(text);
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
        scripts,
        fc.boolean(),
        fc.boolean(),
        fc.option(fc.nat(8), { nil: undefined }),
        fc.boolean(),
        async (script, streamed, withSpare, leavesAfter, isClosing) => {
          await using upstream = await startScriptedUpstream(script);
          await using scene = await startChatGateway({ upstream, withSpare });
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
          await Promise.all([upstream.allClosed(), scene.spare.allClosed()]);
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
