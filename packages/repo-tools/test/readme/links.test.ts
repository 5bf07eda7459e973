import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { ROOT } from '../../src/repository.ts';

const LINK = /\]\(([^)\s]+)\)/g;
/** Code, in which brackets and parentheses mean something else. */
const CODE = /^```.*?^```$|`[^`\n]+`/gms;

describe('every link inside the repository leads to something', () => {
  const documents = globSync(['*.md', 'fixtures/*/README.md', 'packages/*/README.md'], {
    cwd: ROOT,
  });
  for (const document of documents.toSorted()) {
    it(document, () => {
      const text = readFileSync(path.join(ROOT, document), 'utf8').replaceAll(CODE, '');
      const dead = Array.from(text.matchAll(LINK), ([, target = '']) => target)
        .filter((target) => !/^(https?:|#|mailto:)/.test(target))
        .map((target) => target.replace(/#.*$/, ''))
        .filter((target) => !existsSync(path.join(ROOT, path.dirname(document), target)));
      assert.deepEqual(dead, []);
    });
  }
});
