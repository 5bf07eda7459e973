import assert from 'node:assert/strict';
import { it } from 'node:test';
import { inOneOrder } from '../../src/api/write-report.ts';

it('gives a union of texts one order, whatever the compiler met first', () => {
  const report = 'detail?: "low" | "high" | null; kinds: ("c" | "a" | "b")[]; name: "one";';
  assert.equal(
    inOneOrder(report),
    'detail?: "high" | "low" | null; kinds: ("a" | "b" | "c")[]; name: "one";',
  );
});
