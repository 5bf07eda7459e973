import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { applyMutant } from '../../src/mutation/mutant.ts';
import { mutantsOf } from '../../src/mutation/mutants-of.ts';

/** Returns the mutants of a source, sorted. */
function changed(source: string): readonly string[] {
  return mutantsOf(source)
    .map((mutant) => applyMutant(source, mutant))
    .toSorted();
}

describe('the mutants of a source', () => {
  const table: Readonly<Record<string, readonly string[]>> = {
    'f(a < b)': [';', 'f(a <= b)', 'f(a >= b)'],
    'x = a >= b': [';', 'x = a < b', 'x = a > b'],
    'x = a === b': [';', 'x = a !== b'],
    'x = a + b * c': [';', 'x = a + b / c', 'x = a - b * c'],
    'x += a': [';', 'x -= a'],
    'x |= a ^ b': [';', 'x &= a ^ b', 'x |= a | b'],
    'i++': [';', 'i--'],
    '++i': [';', '--i'],
    'x = a && b': [';', 'x = a', 'x = a || b', 'x = b'],
    'x = a ?? b': [';', 'x = a'],
    'x = !a': [';', 'x = a'],
    'x = -a': [';', 'x = a'],
    'x = true': [';', 'x = false'],
    'x = 64': [';', 'x = 63', 'x = 65'],
    'x = 0.01': [';', 'x = 0.02', 'x = 0'],
    'x = 0n': [';', 'x = -1n', 'x = 1n'],
    "x = 'a'": [';', "x = ''"],
    "x = ''": [';', "x = 'mutated'"],
    'x = `a${b}`': [';', 'x = ``'],
    'x = /^a+$/i': [';', 'x = /^a$/i', 'x = /^a+$/', 'x = /^a+/i', 'x = /a+$/i'],
    'x = [a, b]': [';', 'x = [a]', 'x = [b]'],
    'x = { a, ...b }': [';', 'x = { ...b }', 'x = { a }'],
    'if (a) b()': ['if (a) ;', 'if (false) b()', 'if (true) b()'],
    'x = a ? b : c': [';', 'x = false ? b : c', 'x = true ? b : c'],
    'while (a) break': ['while (a) ;', 'while (false) break'],
    'for (; a; ) b()': ['for (; a; ) ;', 'for (; false; ) b()'],
    '() => { return a }': [';', '() => { ; }'],
    'throw a': [';'],
    'x = a.some(b)': [';', 'x = a.every(b)'],
    'x = a.toLowerCase()': [';', 'x = a'],
    'x = a.toString()': [';'],
  };
  for (const [source, expected] of Object.entries(table)) {
    it(`of ${source}`, () => assert.deepEqual(changed(source), expected.toSorted()));
  }

  for (const source of [
    "import { a } from 'a';",
    "export * from 'a';",
    "type A = 'a' | 1;",
    "interface A { a: 'a'; b: true }",
    "let a: 'a' | -1;",
  ]) {
    it(`leave out what the compiler decides: ${source}`, () => {
      assert.deepEqual(changed(source), []);
    });
  }
});
