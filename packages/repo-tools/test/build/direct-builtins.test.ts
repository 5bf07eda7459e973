import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runInThisContext } from 'node:vm';
import { takeDirectly } from '../../src/build/direct-builtins.ts';

const FS = 'globalThis.process.getBuiltinModule("node:fs")';

describe('modules of Node in a command', () => {
  for (const [text, becomes] of [
    [`import { join as j, sep } from 'node:fs';`, `const { join: j, sep } = ${FS};`],
    [`import { join, type Stats } from "node:fs";`, `const { join } = ${FS};`],
    [`import * as fs from 'node:fs';`, `const fs = ${FS};`],
    [`import fs from 'node:fs';`, `const fs = ${FS};`],
    [`import fs, { join } from 'node:fs';`, `const fs = ${FS}; const { join } = ${FS};`],
    [`const fs = require('node:fs'), os = 1;`, `const fs = ${FS}, os = 1;`],
    [`const { join } = require("node:fs").posix;`, `const { join } = ${FS}.posix;`],
    [
      `import { a } from './a.ts';\nimport { b } from 'node:fs';\nb(a);`,
      `import { a } from './a.ts';\nconst { b } = ${FS};\nb(a);`,
    ],
  ] as const) {
    it(`are taken without an import: ${text.replaceAll('\n', ' ')}`, () => {
      assert.equal(takeDirectly('a.ts', text), becomes);
    });
  }

  for (const text of [
    `import type { Stats } from 'node:fs';`,
    `import { a } from './a.ts';`,
    `import 'node:fs';`,
    `import { a } from 'node:unheard-of';`,
    `const fs = await import('node:fs');`,
    `require(name);`,
    `write("import { a } from 'node:fs';");`,
  ]) {
    it(`leave other code as it is: ${text}`, () => {
      assert.equal(takeDirectly('a.ts', text), text);
    });
  }

  it('are found where a name hides that of the process', () => {
    const text = `{ const process = require('node:process'), fs = require('node:fs'); fs.statSync; }`;
    assert.doesNotThrow(() => runInThisContext(takeDirectly('a.js', text)));
  });
});
