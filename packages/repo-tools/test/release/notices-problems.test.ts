import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { bundledPackages } from '../../src/build/bundled-packages.ts';
import { noticesOf } from '../../src/build/third-party-notices.ts';
import { noticesProblems } from '../../src/release/notices-problems.ts';

const root = mkdtempSync(path.join(tmpdir(), 'notices-'));
after(() => rmSync(root, { recursive: true }));

const FILES = ['package.json', 'dist/command/bin.js', 'dist/command/THIRD-PARTY-NOTICES.txt'];

/** Writes files below the temporary folder. */
function write(files: Readonly<Record<string, string>>): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
}

function manifest(name: string): string {
  return JSON.stringify({ name, version: '1.2.3', license: 'MIT' });
}

function metafile(inputs: Readonly<Record<string, number>>): string {
  const entries = Object.entries(inputs).map(([file, bytes]) => [file, { bytesInOutput: bytes }]);
  return JSON.stringify({
    outputs: { 'dist/command/bin.js': { inputs: Object.fromEntries(entries) } },
  });
}

before(() => {
  write({
    'node_modules/.pnpm/a/node_modules/a/package.json': manifest('a'),
    'node_modules/.pnpm/a/node_modules/a/LICENSE': 'Copyright A\n',
    'node_modules/@s/b/package.json': manifest('@s/b'),
    'node_modules/@s/b/Licence.md': 'Copyright B\n',
    'node_modules/@s/b/NOTICE': 'B thanks C.\n',
    'node_modules/bare/package.json': manifest('bare'),
    'dist/command/metafile-esm.json': metafile({
      'src/bin.ts': 10,
      'node_modules/.pnpm/a/node_modules/a/lib/a.js': 10,
      'node_modules/.pnpm/a/node_modules/a/lib/b.js': 10,
      'node_modules/@s/b/index.js': 10,
      'node_modules/shaken/index.js': 0,
    }),
  });
});

const folders = () => [
  path.join(root, 'node_modules/.pnpm/a/node_modules/a'),
  path.join(root, 'node_modules/@s/b'),
];

describe('third-party notices', () => {
  it('hold name, version, licence and every notice of each package', () => {
    const text = noticesOf(folders());
    assert.match(text, /^a 1\.2\.3, MIT\n\nCopyright A\n/m);
    assert.match(text, /^@s\/b 1\.2\.3, MIT\n\nCopyright B\n\nB thanks C\.\n/m);
  });

  it('cannot be written for a package without a licence file', () => {
    const folder = path.join(root, 'node_modules/bare');
    assert.throws(() => noticesOf([folder]), /bare 1\.2\.3, MIT is bundled, but .*licences/);
  });

  it('are of the packages whose code is in the bundle', () => {
    const { outputs } = JSON.parse(
      metafile({ 'node_modules/@s/b/index.js': 1, 'node_modules/gone/index.js': 0, 'src/a.ts': 1 }),
    );
    assert.deepEqual(bundledPackages({ outputs }, root), [path.join(root, 'node_modules/@s/b')]);
  });
});

describe('noticesProblems', () => {
  it('finds nothing in a package without a bundle', () => {
    const elsewhere = path.join(root, 'node_modules');
    const packed = { files: ['dist/index.js'], textOf: () => '' };
    assert.deepEqual(noticesProblems(packed, elsewhere), []);
  });

  it('finds nothing when the notices name all that is bundled', () => {
    const textOf = () => noticesOf(folders());
    assert.deepEqual(noticesProblems({ files: FILES, textOf }, root), []);
  });

  it('names each package whose notice is missing', () => {
    const textOf = () => noticesOf(folders().slice(1));
    assert.deepEqual(noticesProblems({ files: FILES, textOf }, root), [
      'dist/command contains a 1.2.3, MIT, and dist/command/THIRD-PARTY-NOTICES.txt does not name it.',
    ]);
  });

  it('names them all when there are no notices', () => {
    const files = FILES.slice(0, 2);
    assert.equal(noticesProblems({ files, textOf: () => assert.fail() }, root).length, 2);
  });

  it('names a package that is only in the CommonJS build', (t) => {
    const file = path.join(root, 'dist/metafile-cjs.json');
    write({ 'dist/metafile-cjs.json': metafile({ 'node_modules/@s/b/index.js': 10 }) });
    t.after(() => rmSync(file));
    assert.deepEqual(noticesProblems({ files: ['dist/index.cjs'], textOf: () => '' }, root), [
      'dist contains @s/b 1.2.3, MIT, and dist/THIRD-PARTY-NOTICES.txt does not name it.',
    ]);
  });

  it('wants to know what a command contains', () => {
    const elsewhere = path.join(root, 'node_modules');
    const [problem] = noticesProblems({ files: FILES, textOf: () => '' }, elsewhere);
    assert.match(problem ?? '', /metafile: true/);
  });
});
