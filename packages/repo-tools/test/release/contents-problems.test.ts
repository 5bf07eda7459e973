import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { contentsProblems } from '../../src/release/contents-problems.ts';

const FILES = ['package.json', 'README.md', 'LICENSE', 'dist/index.js'];

describe('contentsProblems', () => {
  it('is content with dist and the three files that every package has', () => {
    assert.deepEqual(contentsProblems({ files: FILES, manifest: '{}' }), []);
  });

  it('is content with files for running a server somewhere', () => {
    const files = [...FILES, 'deploy/compose.yaml'];
    assert.deepEqual(contentsProblems({ files, manifest: '{}' }), []);
  });

  it('misses a README', () => {
    const files = FILES.filter((file) => file !== 'README.md');
    assert.match(contentsProblems({ files, manifest: '{}' }).join(), /README\.md is missing/);
  });

  for (const file of ['src/index.ts', 'test/a.test.ts', 'tsup.config.ts']) {
    it(`does not want ${file}`, () => {
      const [problem] = contentsProblems({ files: [...FILES, file], manifest: '{}' });
      assert.ok(problem?.startsWith(`${file} is in the tarball`));
    });
  }

  for (const text of ['"@model-gateway/source": "./src/index.ts"', '"core": "workspace:^"']) {
    it(`does not want ${text} in package.json`, () => {
      const problems = contentsProblems({ files: FILES, manifest: `{ ${text} }` });
      assert.equal(problems.length, 1);
    });
  }
});
