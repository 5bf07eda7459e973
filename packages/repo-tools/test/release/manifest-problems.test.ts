import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { manifestProblems } from '../../src/release/manifest-problems.ts';
import { ROOT } from '../../src/repository.ts';

const GOOD = {
  name: '@model-gateway/core',
  description: 'The gateway itself.',
  keywords: ['model-gateway'],
  homepage: 'https://github.com/model-gateway/model-gateway/tree/main/packages/core#readme',
  bugs: 'https://github.com/model-gateway/model-gateway/issues',
  license: 'MIT',
  files: ['dist', 'CHANGELOG.md'],
  repository: {
    type: 'git',
    url: 'git+https://github.com/model-gateway/model-gateway.git',
    directory: 'packages/core',
  },
  engines: { node: '>=20.19' },
  publishConfig: { access: 'public', provenance: true },
  scripts: { build: 'tsup' },
  dependencies: { valibot: '^1.5.0', '@faker-js/faker': '~10.6.0' },
};

const problemsOf = (changes: object) =>
  manifestProblems({ manifest: JSON.stringify({ ...GOOD, ...changes }) });

describe('manifestProblems', () => {
  it('finds nothing in a manifest that says everything', () => {
    assert.deepEqual(problemsOf({}), []);
  });

  for (const [what, changes, problem] of [
    ['no description', { description: undefined }, 'description is missing.'],
    [
      'no changelog',
      { files: ['dist'] },
      'files must include CHANGELOG.md, which a release writes.',
    ],
    ['no engines', { engines: {} }, 'engines.node is missing.'],
    ['another license', { license: 'ISC' }, 'license must be MIT, got ISC.'],
    [
      'no provenance',
      { publishConfig: { access: 'public' } },
      'publishConfig.provenance must be true, got undefined.',
    ],
    [
      'the folder of another package',
      { repository: { ...GOOD.repository, directory: 'packages/mock' } },
      'repository.directory must be packages/core, got packages/mock.',
    ],
    [
      'no keyword in common',
      { keywords: ['ai'] },
      'keywords must include model-gateway, so that a search finds all packages.',
    ],
    [
      'a script that runs at install',
      { scripts: { postinstall: 'node x.js' } },
      'scripts.postinstall would run on the machine of everyone who installs the package.',
    ],
    ...['*', 'latest', '>=1', '1.x', 'git+https://example.com/a.git', 'file:../a', '1.2.3'].map(
      (range) =>
        [
          `a dependency as ${range}`,
          { dependencies: { a: range } },
          `a must be a range such as ^1.2.3 or ~1.2.3, got ${range}.`,
        ] as const,
    ),
  ] as const) {
    it(`finds ${what}`, () => assert.deepEqual(problemsOf(changes), [problem]));
  }
});

describe('the manifest of every published package', () => {
  for (const file of globSync('packages/*/package.json', { cwd: ROOT }).toSorted()) {
    const text = readFileSync(path.join(ROOT, file), 'utf8');
    if (JSON.parse(text).private === true) continue;
    it(`is complete: ${file}`, () => {
      // pnpm writes the version in place of this when it packs.
      assert.deepEqual(
        manifestProblems({ manifest: text.replaceAll('workspace:^', '^0.0.0') }),
        [],
      );
    });
  }
});
