import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { findUndocumented } from '../../src/docstrings/find-undocumented.ts';
import { ROOT } from '../../src/repository.ts';

/** Checks a module `index.ts` among other files. */
function undocumented(files: Readonly<Record<string, string>>): readonly string[] {
  const found = findUndocumented('src/index.ts', (file) => {
    const text = files[path.basename(file)];
    assert.ok(text !== undefined, `${file} is read`);
    return text;
  });
  return found.map(({ name, file, line }) => `${name} ${path.basename(file)}:${line}`);
}

describe('findUndocumented', () => {
  const cases: readonly (readonly [string, Record<string, string>, readonly string[]])[] = [
    ['a documented function', { 'index.ts': '/** Adds. */\nexport function add() {}' }, []],
    ['a function', { 'index.ts': '\nexport function add() {}' }, ['add index.ts:2']],
    ['an ordinary comment', { 'index.ts': '// Adds.\nexport const add = 1;' }, ['add index.ts:2']],
    [
      'types that are re-exported under another name',
      {
        'index.ts': "export { type Inner as Outer } from './inner.ts';",
        'inner.ts': '/** One. */\nexport interface Other {}\nexport interface Inner {}',
      },
      ['Inner inner.ts:3'],
    ],
    [
      'a name that is imported and then exported',
      {
        'index.ts': "import { one } from './one.ts';\nexport { one };",
        'one.ts': 'export const one = 1;',
      },
      ['one one.ts:1'],
    ],
    [
      'everything of a module',
      { 'index.ts': "export * from './one.ts';", 'one.ts': 'export class One {}' },
      ['One one.ts:1'],
    ],
    ['a name of another package', { 'index.ts': "export { map } from 'list';" }, []],
    [
      'overloads of which the first is documented',
      { 'index.ts': '/** Adds. */\nexport function a(): 1;\nexport function a() {}' },
      [],
    ],
    ['what is not exported', { 'index.ts': 'const inner = 1;\nexport {};' }, []],
  ];
  for (const [what, files, expected] of cases) {
    it(`says of ${what}: ${expected.join(', ') || 'nothing'}`, () => {
      assert.deepEqual(undocumented(files), expected);
    });
  }
});

describe('every exported name of a published package has a docstring', () => {
  for (const { name, entry } of publicSources()) {
    it(`of ${name}`, () => {
      const found = findUndocumented(entry).map(
        ({ name: exported, file, line }) => `${exported} (${path.relative(ROOT, file)}:${line})`,
      );
      assert.deepEqual(found, []);
    });
  }
});

/** Returns the source of every entry that users import. */
function publicSources(): readonly { readonly name: string; readonly entry: string }[] {
  return globSync('packages/*/package.json', { cwd: ROOT })
    .toSorted()
    .flatMap((file) => {
      const folder = path.dirname(path.join(ROOT, file));
      const manifest: Manifest = JSON.parse(readFileSync(path.join(ROOT, file), 'utf8'));
      if (manifest.private === true) return [];
      return Object.entries(manifest.exports ?? {}).flatMap(([subpath, target]) => {
        const source = target['@model-gateway/source'];
        if (source === undefined) return [];
        return [{ name: manifest.name + subpath.slice(1), entry: path.join(folder, source) }];
      });
    });
}

/** A package.json of this repository. */
interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly exports?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}
