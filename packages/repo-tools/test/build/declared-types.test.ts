// System: runs the compiler five times.
import assert from 'node:assert/strict';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { it, type TestContext } from 'node:test';
import { declareTypes } from '../../src/build/declared-types.ts';
import { ROOT } from '../../src/repository.ts';

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
  const declaration = path.join(root, '.declarations/packages/a/src');
  return {
    root,
    source: (name: string) => path.join(source, name),
    declaration: (name: string) => path.join(declaration, name),
  };
}

it('declares what sources export, with comments', (t) => {
  const { root, declaration } = repository(t, {
    'index.ts': `/** A number. */\nexport const one: number = 1;\nconst two = 2;\nvoid two;\n`,
  });
  declareTypes(root);
  assert.equal(
    readFileSync(declaration('index.d.ts'), 'utf8'),
    '/** A number. */\nexport declare const one: number;\n',
  );
});

it('declares again once sources are newer, without those that are gone', (t) => {
  const text = 'export const one: number = 1;\n';
  const { root, source, declaration } = repository(t, { 'index.ts': text, 'gone.ts': text });
  declareTypes(root);
  rmSync(source('gone.ts'));
  writeFileSync(declaration('index.d.ts'), 'kept');
  declareTypes(root);
  assert.equal(readFileSync(declaration('index.d.ts'), 'utf8'), 'kept');

  const earlier = new Date(0);
  utimesSync(path.join(root, '.declarations/stamp'), earlier, earlier);
  declareTypes(root);
  assert.match(readFileSync(declaration('index.d.ts'), 'utf8'), /declare const one/);
  assert.equal(existsSync(declaration('gone.d.ts')), false);
});

it('fails for a source that cannot be declared', (t) => {
  const { root } = repository(t, { 'index.ts': 'export const one: = 1;\n' });
  assert.throws(() => declareTypes(root), /declarations of the packages could not be written/);
});
