import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { moneyRun, type Ending } from './money-run.ts';

/**
 * MODEL_GATEWAY_MONEY_SEED=<seed> repeats a run that failed; MODEL_GATEWAY_LONG_TESTS=1 makes ten
 * thousand runs, from that seed on when both are set.
 */
const { MODEL_GATEWAY_MONEY_SEED: seedText, MODEL_GATEWAY_LONG_TESTS: isLong } = process.env;
const FIRST_SEED = Number(seedText ?? 20_261_122);
const RUNS = isLong === '1' ? 10_000 : seedText === undefined ? 200 : 1;

describe('the money of random generations (contract §8.5, §4.7)', () => {
  it(`is what the reference says to the last digit, in ${RUNS} runs`, async (test) => {
    const endings: Record<Ending, number> = {
      refused: 0,
      failed: 0,
      whole: 0,
      early: 0,
      nothing: 0,
    };
    for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed++) {
      try {
        endings[await moneyRun(seed)]++;
      } catch (error) {
        throw new Error(`seed ${seed}: MODEL_GATEWAY_MONEY_SEED=${seed} repeats it`, {
          cause: error,
        });
      }
    }
    test.diagnostic(`endings: ${JSON.stringify(endings)}`);
    if (RUNS === 1) return;
    for (const [ending, count] of Object.entries(endings)) {
      assert.ok(count > RUNS / 100, `only ${count} of ${RUNS} runs ended ${ending}`);
    }
  });
});
