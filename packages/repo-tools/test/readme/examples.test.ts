import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { ROOT } from '../../src/repository.ts';
import { isPublished } from './documents.ts';
import { EXAMPLES } from './examples.ts';
import { useFreePorts } from './free-ports.ts';
import { typescriptBlocks } from './markdown.ts';
import { runSnippet } from './run-snippet.ts';

/** The repository's README and those of the packages that are published. */
const READMES = ['README.md', ...globSync('packages/*/README.md', { cwd: ROOT })]
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file === 'README.md' || isPublished(path.dirname(file)));

describe('the examples in READMEs', () => {
  it('are run here, the first of each at least', () => {
    assert.deepEqual(Object.keys(EXAMPLES).toSorted(), READMES.toSorted());
  });

  for (const file of READMES) {
    const blocks = typescriptBlocks(readFileSync(path.join(ROOT, file), 'utf8'));
    for (const [i, example] of (EXAMPLES[file] ?? []).entries()) {
      it(`${file}: block ${i + 1} does what it says`, async (t) => {
        const code = blocks[i];
        assert.ok(code, `expected ${i + 1} blocks of TypeScript in ${file}`);
        await example({
          run: ({ names = {}, modules = {}, look = [] } = {}) =>
            runSnippet(`${code}\nexport { ${look.join(', ')} };`, names, modules),
          ports: useFreePorts(t),
          t,
        });
      });
    }
  }
});
