import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { PROVIDERS } from '../../../providers/test/support/providers.ts';
import { PROVIDER_KINDS } from '../../src/providers/kinds.ts';

const PACKAGE = new URL('../../../providers/', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, PACKAGE), 'utf8');
const has = (path: string) => existsSync(new URL(path, PACKAGE));

const README = read('README.md');
const TESTING = read('src/testing.ts');
// A package.json of our own.
const { exports: ENTRIES } = JSON.parse(read('package.json')) as { exports: object };
const FOLDERS = readdirSync(new URL('src/', PACKAGE)).filter((name) => has(`src/${name}/index.ts`));

/** What a provider lacks, in the words of what to do. */
function missingOf(name: string): readonly string[] {
  const row = PROVIDERS[name];
  const rows = README.split('\n').filter((line) => line.startsWith(`| \`/${name}\` |`)).length;
  const needed = row?.languageModel !== undefined ? 2 : row?.model === undefined ? 1 : 4;
  const isFaked = [row?.subject, row?.languageModel].some((one) => one !== undefined);
  const kind = PROVIDER_KINDS.get(name);
  const lists: readonly (readonly [boolean, string])[] = [
    [has(`src/${name}/index.ts`), `index.ts in src/${name}/`],
    [Object.hasOwn(ENTRIES, `./${name}`), 'an entry in package.json'],
    // The demo has no vendor, and so neither a key nor a fake.
    [
      row !== undefined || (kind !== undefined && kind.keyVariable === undefined),
      'a row in test/support/providers.ts',
    ],
    [kind !== undefined, 'a kind in packages/server/src/providers/kinds.ts'],
    [
      row?.env === undefined || row.env === kind?.keyVariable,
      `the keyVariable ${row?.env ?? ''} of its kind`,
    ],
    [!isFaked || has(`src/${name}/fake.ts`), 'fake.ts in its folder'],
    [!isFaked || TESTING.includes(`'./${name}/fake.ts'`), 'its fake in src/testing.ts'],
    [rows >= needed, `${needed - rows} more rows in README.md`],
  ];
  return lists.flatMap(([holds, what]) => (holds ? [] : [`${name} lacks ${what}`]));
}

describe('every provider', () => {
  it('has a folder, an entry, a fake, a subject, a kind of the server and its rows in the README', () => {
    const names = new Set([...FOLDERS, ...Object.keys(PROVIDERS), ...PROVIDER_KINDS.keys()]);
    assert.ok(names.size >= 14);
    assert.deepEqual([...names].flatMap(missingOf), []);
  });
});
