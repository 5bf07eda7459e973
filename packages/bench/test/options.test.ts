import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readOptions } from '../src/options.ts';

const IDS = ['T1', 'T2', 'T12'];
const read = (...args: string[]) => readOptions(args, IDS);

describe('readOptions', () => {
  it('measures everything, with other mocks, after a build', () => {
    const { only, suite, rounds, scale, peers, build, json, profile, help } = read();
    assert.deepEqual(
      { only, suite, peers, build, json, profile, help },
      {
        only: undefined,
        suite: undefined,
        peers: true,
        build: true,
        json: undefined,
        profile: undefined,
        help: false,
      },
    );
    assert.ok(rounds >= 7);
    assert.equal(scale, 1);
  });

  it('reads every option', () => {
    assert.deepEqual(
      read(
        ...'--only t1,T12 --suite paced --rounds 9 --no-peers --no-build --json out.json --profile profiles'.split(
          ' ',
        ),
      ),
      {
        only: ['T1', 'T12'],
        suite: 'paced',
        rounds: 9,
        scale: 1,
        peers: false,
        build: false,
        json: 'out.json',
        profile: 'profiles',
        help: false,
      },
    );
  });

  it('ignores the -- that pnpm hands on', () => {
    assert.deepEqual(read('--', '--only', 'T2').only, ['T2']);
  });

  it('takes fewer rounds and requests with --quick, and --rounds wins', () => {
    const quick = read('--quick');
    assert.ok(quick.rounds < read().rounds);
    assert.ok(quick.scale < 1);
    assert.equal(read('--quick', '--rounds', '11').rounds, 11);
  });

  const refusals: readonly [string, readonly string[], RegExp][] = [
    [
      'an unknown target',
      ['--only', 'T1,T99'],
      /--only must list some of T1, T2, T12, got "T1,T99"/,
    ],
    ['an empty list of targets', ['--only', ','], /--only must list/],
    ['no rounds', ['--rounds', '0'], /--rounds must be a whole number from 1 to 1000, got "0"/],
    ['half a round', ['--rounds', '1.5'], /--rounds must be/],
    ['an unknown option', ['--fast'], /--fast/],
  ];
  for (const [name, args, message] of refusals) {
    it(`refuses ${name}`, () => assert.throws(() => read(...args), { message }));
  }
});
