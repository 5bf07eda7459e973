import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hasPassword, storeName } from '../../src/store/store-name.ts';

const HUGE = 200_000;

/** A location, its name in messages, and whether it may hold a password. */
const LOCATIONS: readonly (readonly [string, string, string, boolean])[] = [
  ['a file', 'sqlite:gateway.db', 'sqlite:gateway.db', false],
  ['memory', 'sqlite::memory:', 'sqlite::memory:', false],
  ['a server', 'postgres://db.example/gateway', 'postgres://db.example/gateway', false],
  ['a user', 'postgresql://ada@db.example:5432/g', 'postgresql://db.example:5432/g', false],
  ['a password', 'postgres://ada:canary@db.example/g', 'postgres://db.example/g', true],
  [
    'a password as a parameter',
    'postgres://db.example/g?password=canary',
    'postgres://db.example/g',
    true,
  ],
  ['keys and values', 'host=db user=u password=canary', '…', true],
  ['keys and values with a colon', 'host=db password=can:ary', '…', true],
  ['another kind', 'mysql://ada:canary@db.example/g', '…', true],
  ['an invalid URL', 'postgres://ada:canary@db example:x/g', 'postgres://…', true],
  ['a file of a very long name', `sqlite:${'a'.repeat(HUGE)}`, `sqlite:${'a'.repeat(193)}…`, false],
  [
    'a very long server',
    `postgres://db.example/${'a'.repeat(HUGE)}`,
    `postgres://db.example/${'a'.repeat(178)}…`,
    false,
  ],
  // Took a regular expression half a minute.
  ['a server of colons', `postgres://${':'.repeat(HUGE)}`, 'postgres://…', true],
];

describe('the name of a store in messages', () => {
  for (const [what, location, name, secret] of LOCATIONS) {
    it(`says neither too much nor too little of ${what}`, () => {
      assert.deepEqual([storeName(location), hasPassword(location)], [name, secret]);
    });
  }
});
