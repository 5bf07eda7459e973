import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { breaches, violations } from './breaches.ts';

describe('circle rules', () => {
  const circles = [
    ['two files', { 'a.ts': './b.ts', 'b.ts': './a.ts' }, 'a.ts:1 a.ts → b.ts → a.ts'],
    [
      'two folders, though their files do not',
      { 'a/one.ts': '../b/one.ts', 'b/two.ts': '../a/two.ts' },
      'a/one.ts:1 a → b → a',
    ],
    [
      'a file and a folder beside it',
      { 'a.ts': './b/one.ts', 'b/one.ts': './two.ts', 'b/two.ts': '../a.ts' },
      'a.ts:1 a.ts → b → a.ts',
    ],
    [
      'three folders',
      { 'a/one.ts': '../b/one.ts', 'b/one.ts': '../c/one.ts', 'c/one.ts': '../a/two.ts' },
      'a/one.ts:1 a → b → c → a',
    ],
    [
      'a folder and one inside it',
      { 'a/one.ts': './b/one.ts', 'a/b/one.ts': '../two.ts' },
      'a/one.ts:1 a → a/b → a',
    ],
  ] as const;
  for (const [ends, imports, expected] of circles) {
    it(`finds a circle of ${ends}`, () => {
      const found = breaches(inBench(imports)).map((breach) => breach.replaceAll(BENCH, ''));
      assert.deepEqual(found, [expected]);
    });
  }

  it('judges types alike', () => {
    const text = "import type { A } from './b.ts';";
    const back = "import type { B } from './a.ts';";
    assert.equal(violations({ [`${BENCH}a.ts`]: text, [`${BENCH}b.ts`]: back }).length, 1);
  });

  it('names the direction in which fewer imports point', () => {
    const files = { 'a/one.ts': '../b/one.ts', 'a/two.ts': '../b/one.ts', 'b/one.ts': '../a/x.ts' };
    const found = breaches(inBench(files)).map((breach) => breach.replaceAll(BENCH, ''));
    assert.deepEqual(found, ['b/one.ts:1 b → a → b']);
  });

  it('lets a folder hold its parts, and a folder build on the one around it', () => {
    const files = {
      'a.ts': './b/one.ts',
      'b/one.ts': './parts/one.ts',
      'c/above/one.ts': '../two.ts',
      'd/one.ts': '../e.ts',
    };
    assert.deepEqual(breaches(inBench(files)), []);
  });

  const BENCH = 'bench/src/';

  /** Files of the package bench, each with one import. */
  function inBench(imports: Readonly<Record<string, string>>): Record<string, string> {
    return Object.fromEntries(
      Object.entries(imports).map(([file, to]) => [`${BENCH}${file}`, `import '${to}';`]),
    );
  }
});
