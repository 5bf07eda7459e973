import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toCsv } from '../../src/cli/csv.ts';

describe('CSV', () => {
  for (const [value, cell] of [
    ['CI', 'CI'],
    ['a,b', '"a,b"'],
    ['a "b"', '"a ""b"""'],
    ['=HYPERLINK("https://evil.example")', `"'=HYPERLINK(""https://evil.example"")"`],
    ['+1+1', "'+1+1"],
    ['-2+3', "'-2+3"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['-0.5', '-0.5'],
    [-5, '-5'],
    [null, ''],
  ] as const) {
    it(`has ${JSON.stringify(value)} as ${cell}`, () => {
      assert.deepEqual(toCsv(['name'], [{ name: value }]), ['name', cell]);
    });
  }
});
