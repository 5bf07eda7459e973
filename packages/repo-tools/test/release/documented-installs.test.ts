import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { documentedInstalls, importsOf } from '../../src/release/documented-installs.ts';

const DOCUMENT = `
\`\`\`sh
npm install a @s/b   # or c
npx b
\`\`\`

\`\`\`yaml
a: 1
\`\`\`

\`\`\`ts
import a from 'a';
\`\`\`

\`\`\`ts
import late from 'late';
\`\`\`

\`npm install d\` in a sentence.

\`\`\`sh
npm install --save-dev e
\`\`\`
`;

describe('documentedInstalls', () => {
  it('finds each line in a block, without its comment, and the first code behind it', () => {
    assert.deepEqual(documentedInstalls(DOCUMENT), [
      { args: ['install', 'a', '@s/b'], code: "import a from 'a';\n" },
      { args: ['install', '--save-dev', 'e'], code: '' },
    ]);
  });
});

describe('importsOf', () => {
  const cases: readonly (readonly [what: string, code: string, expected: string])[] = [
    ['imports that the code does not use', "import a from 'a';\n", "import a from 'a';\n"],
    ['several lines', "import {\n  a,\n  b,\n} from 'a';\na();", "import { a, b, } from 'a';\n"],
    [
      'no types',
      "import type { A } from 'a';\nimport { type B, c } from 'b';",
      "import { c } from 'b';\n",
    ],
    ['no file of the reader', "import { makeApp } from './app.ts';", ''],
    ['no code', 'const a = 1;', ''],
  ];
  for (const [what, code, expected] of cases) {
    it(`keeps ${what}`, () => {
      assert.equal(
        importsOf(code).replace('export {};', '').replaceAll(/\s+/g, ' ').trim(),
        expected.trim(),
      );
    });
  }
});
