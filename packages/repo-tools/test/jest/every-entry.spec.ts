import { readFileSync } from 'node:fs';
import { expect, jest, test } from '@jest/globals';

/** What a test requires, and the sentence with which it refuses a Node that is too old for it. */
interface Entry {
  readonly name: string;
  readonly refusal?: string;
}

// Written by release/jest-problems.ts.
const entries = JSON.parse(readFileSync(`${__dirname}/entries.json`, 'utf8')) as readonly Entry[];

test.each(entries)('require($name)', ({ name, refusal }) => {
  if (refusal === undefined) expect(Object.keys(jest.requireActual(name))).not.toEqual([]);
  else expect(() => jest.requireActual(name)).toThrow(refusal);
});
