import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { ROOT } from '../../src/repository.ts';
import { isPublished } from './documents.ts';
import { EXAMPLES } from './examples.ts';
import { useFreePorts } from './free-ports.ts';
import { makeApp } from './make-app.ts';
import { typescriptBlocks } from './markdown.ts';
import { runSnippet } from './run-snippet.ts';

/** The repository's README, those of the packages that are published, and guides with code. */
const DOCUMENTS = [
  'README.md',
  ...documents('packages/*/README.md').filter((file) => isPublished(path.dirname(file))),
  ...documents('docs/*/*.md').filter((file) => blocksOf(file).length > 0),
];

describe('the examples in documents', () => {
  it('are run here, the first of each at least', () => {
    assert.deepEqual(Object.keys(EXAMPLES).toSorted(), DOCUMENTS.toSorted());
  });

  for (const file of DOCUMENTS) {
    const blocks = blocksOf(file);
    const examples = EXAMPLES[file] ?? [];
    if (file.startsWith('docs/')) {
      it(`runs every block of ${file}`, () => assert.equal(examples.length, blocks.length));
    }
    for (const [i, example] of examples.entries()) {
      it(`does what block ${i + 1} of ${file} says`, async (t) => {
        const code = blocks[i];
        assert.ok(code, `expected ${i + 1} blocks of TypeScript in ${file}`);
        await example({
          run: ({ names = {}, modules = {}, look = [] } = {}) =>
            runSnippet(`${code}\nexport { ${look.join(', ')} };`, names, {
              './app.ts': { makeApp },
              ...modules,
            }),
          ports: useFreePorts(t),
          t,
        });
      });
    }
  }
});

function documents(pattern: string): readonly string[] {
  return globSync(pattern, { cwd: ROOT }).map((file) => file.replaceAll('\\', '/'));
}

function blocksOf(file: string): readonly string[] {
  return typescriptBlocks(readFileSync(path.join(ROOT, file), 'utf8'));
}
