import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { ROOT } from '../../src/repository.ts';

const EXAMPLES = path.join(ROOT, 'examples');
const read = (...parts: readonly string[]) => readFileSync(path.join(...parts), 'utf8');
const within = (folder: string, pattern: string) =>
  globSync(pattern, { cwd: folder, exclude: ['**/node_modules/**'] });

describe('an example, copied out of the clone', () => {
  for (const manifest of within(EXAMPLES, '*/package.json').toSorted()) {
    const folder = path.join(EXAMPLES, path.dirname(manifest));
    const name = path.dirname(manifest);
    const { scripts, dependencies, devDependencies } = JSON.parse(read(EXAMPLES, manifest));

    it(`finds versions of this repository's packages in the registry: ${name}`, () => {
      const ranges: readonly [string, string][] = Object.entries({
        ...dependencies,
        ...devDependencies,
      });
      for (const [dependency, range] of ranges) {
        const [scope, folderName = ''] = dependency.split('/');
        if (scope !== '@model-gateway') continue;
        const { version } = JSON.parse(read(ROOT, 'packages', folderName, 'package.json'));
        assert.equal(range, `^${version}`, dependency);
      }
    });

    it(`starts without a condition or a file of the clone: ${name}`, () => {
      assert.equal(typeof scripts?.start, 'string', 'npm start needs a script');
      const commands: unknown[] = Object.values(scripts);
      for (const command of commands) assert.doesNotMatch(String(command), /conditions|\.\.\//);
      for (const file of within(folder, '**/*.ts')) {
        for (const [, up = ''] of read(folder, file).matchAll(/'((?:\.\.\/)+)/g)) {
          const target = path.relative(folder, path.join(folder, path.dirname(file), up));
          assert.doesNotMatch(target, /^\.\./, `${file} leaves the folder`);
        }
      }
    });
  }

  it('has the same client to test with each test runner', () => {
    const [first, ...others] = ['node-test', 'vitest', 'jest'].map((name) =>
      read(EXAMPLES, name, 'draw.ts'),
    );
    for (const other of others) assert.equal(other, first);
  });
});
