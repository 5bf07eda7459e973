import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { importsIn } from '../../src/boundaries/imports-in.ts';

const loaded = { dynamic: false, typeOnly: false };

describe('importsIn', () => {
  const cases = [
    ["import { a } from './a.ts';", loaded],
    ["import './a.ts';", loaded],
    ["import a, * as b from './a.ts';", loaded],
    ["import { type A } from './a.ts';", loaded],
    ["export { a } from './a.ts';", loaded],
    ["export * from './a.ts';", loaded],
    ["const a = require('./a.ts');", loaded],
    ["import type { A } from './a.ts';", { dynamic: false, typeOnly: true }],
    ["export type { A } from './a.ts';", { dynamic: false, typeOnly: true }],
    ["let a: import('./a.ts').A;", { dynamic: false, typeOnly: true }],
    ["const a = await import('./a.ts');", { dynamic: true, typeOnly: false }],
    ['const a = await import(`./a.ts`);', { dynamic: true, typeOnly: false }],
  ] as const;
  for (const [text, expected] of cases) {
    it(`reads ${text}`, () => {
      assert.deepEqual(importsIn('x.ts', text), [{ specifier: './a.ts', line: 1, ...expected }]);
    });
  }

  it('points at the line of the specifier', () => {
    const text = "\nimport {\n  a,\n} from './a.ts';\nexport const b = () => import('./b.ts');\n";
    const lines = importsIn('x.ts', text).map(({ specifier, line }) => [specifier, line]);
    assert.deepEqual(lines, [
      ['./a.ts', 4],
      ['./b.ts', 5],
    ]);
  });

  it('is not fooled by comments, strings and computed names', () => {
    const text = `// import './a.ts'\nconst a = "import './a.ts'";\nawait import(a);`;
    assert.deepEqual(importsIn('x.ts', text), []);
  });
});
