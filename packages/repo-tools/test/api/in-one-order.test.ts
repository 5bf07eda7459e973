import assert from 'node:assert/strict';
import { it } from 'node:test';
import { inOneOrder } from '../../src/api/in-one-order.ts';

const report = (type: string) =>
  `## API\n\n\`\`\`ts\n\n// Keeps its place: b | a.\nexport const one: ${type};\n\n\`\`\`\n\nb | a\n`;

for (const [what, given, expected] of [
  ['texts', '"low" | "high" | null', '"high" | "low" | null'],
  ['names with arguments', 'v.B<"c" | "a"> | v.A<1>', 'v.A<1> | v.B<"a" | "c">'],
  ['arrays and names beside texts', '"a" | number[] | number', '"a" | number | number[]'],
  [
    'properties, from within',
    '{\n  readonly limit: B | A;\n  bound: {\n    z: 1;\n    a: 2;\n  } | undefined;\n}',
    '{\n  bound: undefined | {\n    a: 2;\n    z: 1;\n  };\n  readonly limit: A | B;\n}',
  ],
  ['overloads, whose order tells', '{ (b: 1): 2; (a: 1): 2; }', '{ (b: 1): 2; (a: 1): 2; }'],
  ['parameters and tuples', '(b: B, a: A) => [B, A]', '(b: B, a: A) => [B, A]'],
] as const)
  it(`gives ${what} one order, and leaves the words around them`, () => {
    assert.equal(inOneOrder(report(given)), report(expected));
    assert.equal(inOneOrder(report(expected)), report(expected));
  });
