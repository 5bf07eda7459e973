import assert from 'node:assert/strict';
import type { RateMeter } from '@model-gateway/core';
import type { ConformanceCase } from '../conformance-case.ts';
import { ANY_TEXT, numbersTo, PROPERTY_NAMES } from '../stores/sample-records.ts';

/** A meter, and how its time passes, which is not part of the port. */
export interface RateMeterSubject {
  readonly meter: RateMeter;
  /** Lets this much time pass for it. */
  elapse(milliseconds: number): Promise<void>;
}

const NAME = `tokens ${'a'.repeat(64)}`;

/** Takes, and says `taken used` or `refused used`. */
async function took({ meter }: RateMeterSubject, units: number, limit = 10, name = NAME) {
  const { isTaken, used } = await meter.take(name, units, limit);
  return `${isTaken ? 'taken' : 'refused'} ${used}`;
}

/** What every `RateMeter` must do. */
export const RATE_METER_CASES: readonly ConformanceCase<RateMeterSubject>[] = [
  {
    name: 'a minute takes what fits, all of it and no more; what is refused does not count',
    spec: 'contract §2.10',
    async run(subject) {
      assert.equal(await took(subject, 4), 'taken 4');
      assert.equal(await took(subject, 7), 'refused 4');
      assert.equal(await took(subject, 6), 'taken 10');
      assert.equal(await took(subject, 1), 'refused 10');
      assert.equal(await took(subject, 11, 10, 'other'), 'refused 0');
      assert.equal(await took(subject, 1, 20), 'taken 11');
      assert.equal(await took(subject, 1, 5), 'refused 11');
    },
  },
  {
    name: 'a minute begins with what is taken first, and ends after 60 s',
    spec: 'contract §2.10',
    async run(subject) {
      const first = await subject.meter.take(NAME, 10, 10);
      // A meter whose clock is real loses some seconds on the way.
      await subject.elapse(55_000);
      assert.equal(await took(subject, 1), 'refused 10');
      await subject.elapse(5000);
      const next = await subject.meter.take(NAME, 3, 10);
      assert.deepEqual([next.isTaken, next.used], [true, 3]);
      assert.ok(next.endsAt >= first.endsAt);
      assert.notEqual(next.minute, first.minute);
    },
  },
  {
    name: 'what was estimated too high is given back to its minute, and not to a later one',
    spec: 'contract §2.10',
    async run(subject) {
      const reading = await subject.meter.take(NAME, 8, 10);
      await subject.meter.correct(NAME, -5, reading);
      assert.equal(await took(subject, 7), 'taken 10');
      await subject.elapse(61_000);
      assert.equal(await took(subject, 4), 'taken 4');
      await subject.meter.correct(NAME, -5, reading);
      assert.equal(await took(subject, 1), 'taken 5');
      await subject.meter.correct('unknown', -5, reading);
      assert.equal(await took(subject, 10, 10, 'unknown'), 'taken 10');
    },
  },
  {
    name: 'what was estimated too low counts in the minute that runs, past the limit and without one',
    spec: 'contract §2.10',
    async run(subject) {
      const reading = await subject.meter.take(NAME, 8, 10);
      await subject.meter.correct(NAME, 5, reading);
      assert.equal(await took(subject, 1), 'refused 13');
      await subject.elapse(61_000);
      await subject.meter.correct(NAME, 9, reading);
      assert.equal(await took(subject, 2), 'refused 9');
      assert.equal(await took(subject, 1), 'taken 10');
    },
  },
  {
    name: 'of 40 at once for 12 exactly 12 are taken, and numbers past 32 bits are exact',
    spec: 'contract §2.10',
    async run(subject) {
      const outcomes = await Promise.all(numbersTo(40).map(() => subject.meter.take(NAME, 1, 12)));
      assert.equal(outcomes.filter(({ isTaken }) => isTaken).length, 12);
      const most = Number.MAX_SAFE_INTEGER;
      assert.equal(await took(subject, most - 1, most, 'large'), `taken ${most - 1}`);
      assert.equal(await took(subject, 2, most, 'large'), `refused ${most - 1}`);
    },
  },
  {
    name: 'names do not mix, whatever they are',
    async run(subject) {
      const names = [...PROPERTY_NAMES, ANY_TEXT, '%', ''];
      for (const [i, name] of names.entries()) {
        assert.equal(await took(subject, i + 1, 20, name), `taken ${i + 1}`);
      }
      for (const [i, name] of names.entries()) {
        assert.equal(await took(subject, 1, 20, name), `taken ${i + 2}`);
      }
    },
  },
];
