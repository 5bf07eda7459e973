// System: runs the compiler a dozen times.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { declareTypes } from '../../src/build/declared-types.ts';
import { ROOT } from '../../src/repository.ts';

const MODULE = fileURLToPath(new URL('../../src/build/declared-types.ts', import.meta.url));
const LATER = new Date('2100-01-01');

/** A repository with one package, and what it holds below `packages/a/src`. */
function repository(t: TestContext, sources: Readonly<Record<string, string>>) {
  const root = mkdtempSync(path.join(tmpdir(), 'declared-types-'));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  for (const name of ['tsconfig.base.json', 'tsconfig.declarations.json'])
    cpSync(path.join(ROOT, name), path.join(root, name));
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(root, 'node_modules'));
  const source = path.join(root, 'packages/a/src');
  mkdirSync(source, { recursive: true });
  for (const [name, text] of Object.entries(sources)) writeFileSync(path.join(source, name), text);
  return { root, source: (name: string) => path.join(source, name) };
}

/** Declares the sources; returns the folder of the declarations of that package. */
const declared = (root: string) => path.join(declareTypes(root), 'packages/a/src');

const ONE = 'export const one: number = 1;\n';

it('declares what sources export, with comments', (t) => {
  const { root } = repository(t, {
    'index.ts': `/** A number. */\n${ONE}const two = 2;\nvoid two;\n`,
  });
  assert.equal(
    readFileSync(path.join(declared(root), 'index.d.ts'), 'utf8'),
    '/** A number. */\nexport declare const one: number;\n',
  );
});

it('declares again once sources are newer, without those that are gone', (t) => {
  const { root, source } = repository(t, { 'index.ts': ONE, 'gone.ts': ONE });
  const first = declared(root);
  rmSync(source('gone.ts'));
  writeFileSync(path.join(first, 'index.d.ts'), 'kept');
  assert.equal(declared(root), first);
  assert.equal(readFileSync(path.join(first, 'index.d.ts'), 'utf8'), 'kept');

  utimesSync(source('index.ts'), LATER, LATER);
  const second = declared(root);
  assert.match(readFileSync(path.join(second, 'index.d.ts'), 'utf8'), /declare const one/);
  assert.equal(existsSync(path.join(second, 'gone.d.ts')), false);
});

it('declares again once the packages of others may be newer', (t) => {
  const { root } = repository(t, { 'index.ts': ONE });
  const first = declared(root);
  const lock = path.join(root, 'pnpm-lock.yaml');
  writeFileSync(lock, '');
  utimesSync(lock, LATER, LATER);
  assert.notEqual(declared(root), first);
});

it('lets builds that run at the same time each find all declarations', async (t) => {
  const { root } = repository(t, { 'index.ts': ONE });
  const script = `console.log(require(${JSON.stringify(MODULE)}).declareTypes(process.cwd()))`;
  const runs = await Promise.all(
    ['a', 'b', 'c'].map(() => promisify(execFile)(process.execPath, ['-e', script], { cwd: root })),
  );
  for (const { stdout } of runs) {
    assert.equal(stdout.trim(), declareTypes(root));
  }
  assert.equal(readdirSync(path.join(root, '.declarations')).length, 1);
});

it('keeps the declarations of two versions at most', (t) => {
  const { root, source } = repository(t, { 'index.ts': ONE });
  const folders = [1, 2, 3].map((hours) => {
    const time = new Date(LATER.getTime() + hours * 3_600_000);
    utimesSync(source('index.ts'), time, time);
    return declareTypes(root);
  });
  assert.deepEqual(
    folders.map((folder) => existsSync(folder)),
    [false, true, true],
  );
});

it('fails for a source that cannot be declared', (t) => {
  const { root } = repository(t, { 'index.ts': 'export const one: = 1;\n' });
  assert.throws(() => declareTypes(root), /declarations of the packages could not be written/);
});
