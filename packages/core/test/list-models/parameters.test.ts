import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ListModelsQuerySchema } from '@model-gateway/core';
import { aGateway, get, issues, searchOf, someEntries } from '../builders.ts';
import { everyParameter } from './parameter-rules.ts';

/* Every parameter with each good and each bad value of its rule. */

const gateway = aGateway({ entries: someEntries(3) });

describe('the parameters of GET /models', () => {
  it('are all in parameter-rules.ts, and no others are read', () => {
    assert.deepEqual(
      everyParameter.map(({ parameter }) => parameter).toSorted(),
      Object.keys(ListModelsQuerySchema.entries).toSorted(),
    );
  });

  for (const { parameter, good, bad, allowed } of everyParameter) {
    describe(parameter, () => {
      for (const value of good) {
        it(`accepts ${shown(value)}`, async () => {
          const { status, text } = await get(gateway, `/models${searchOf({ [parameter]: value })}`);
          assert.equal(status, 200, text);
        });
      }

      for (const value of bad) {
        it(`refuses ${shown(value)}, saying what is allowed and what was given`, async () => {
          const found = await issues(gateway, searchOf({ [parameter]: value }));
          assert.deepEqual(
            found.map(({ path }) => path),
            [parameter],
          );
          const message = found[0]?.message ?? '';
          for (const part of [parameter, ...allowed]) assert.ok(message.includes(part), message);
          // Of a list the item that is wrong is named.
          const wrong = allowed.includes('text') ? (value.split(',').at(-1) ?? '') : value;
          assert.ok(message.includes(wrong.slice(0, 40)), message);
        });
      }
    });
  }
});

describe('a number above 2^53-1', () => {
  it('is refused with its fraction too', async () => {
    // The nearest double is 2^53-1 itself.
    const found = await issues(gateway, '?max_price=9007199254740991.4');
    assert.deepEqual(
      found.map(({ path }) => path),
      ['max_price'],
    );
  });
});

/** Short enough for a test's name. */
function shown(text: string): string {
  return text.length <= 40 ? JSON.stringify(text) : `${text.slice(0, 4)}… (${text.length})`;
}
