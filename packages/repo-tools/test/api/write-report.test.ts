import assert from 'node:assert/strict';
import { it } from 'node:test';
import { inOneOrder } from '../../src/api/write-report.ts';

it('gives unions of texts and of issues one order, whatever the compiler met first', () => {
  const report = 'detail?: "low" | "high" | null; kinds: ("c" | "a" | "b")[]; name: "one";';
  assert.equal(
    inOneOrder(report),
    'detail?: "high" | "low" | null; kinds: ("a" | "b" | "c")[]; name: "one";',
  );
  const issues = (...args: string[]) =>
    `issue: ${args.map((name) => `valibot.${name}`).join(' | ')} | undefined;`;
  assert.equal(
    inOneOrder(issues('ObjectIssue', 'MinValueIssue<number, number>', 'MinValueIssue<number, 1>')),
    issues('MinValueIssue<number, 1>', 'MinValueIssue<number, number>', 'ObjectIssue'),
  );
});
