import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { build } from 'esbuild';
import { markConstants } from '../../src/build/removable-constants.ts';

/** Returns what a bundler keeps of `text` when nothing of it is used. */
async function keptOf(text: string): Promise<string> {
  const contents = markConstants('a.ts', text);
  const options = { bundle: true, minify: true, format: 'esm', write: false } as const;
  const { outputFiles } = await build({ ...options, stdin: { contents, loader: 'ts' } });
  return outputFiles[0]?.text.trim() ?? '';
}

describe('removable constants', () => {
  for (const value of [
    'globalThis.schema("text")',
    'new globalThis.Thing()',
    'globalThis.a.b',
    '[...globalThis.list]',
    '{ ...globalThis.members, own: 1 }',
    '{ list: [1, globalThis.make()] } as const',
    'globalThis.tag`text`',
  ]) {
    it(`are left out when no code uses them: ${value}`, async () => {
      assert.equal(await keptOf(`const A = ${value};`), '');
      assert.equal(await keptOf(`const A = ${value}, B = ${value};`), '');
    });
  }

  it('keep their values', async () => {
    const text = markConstants('a.ts', 'const A = Math.max(1, 2), B = [...[A]]; export { A, B };');
    const module = `data:text/javascript,${encodeURIComponent(text)}`;
    assert.deepEqual({ ...(await import(module)) }, { A: 2, B: [2] });
  });

  for (const text of [
    'const A = 1;',
    'const make = () => globalThis.make();',
    'const make = function () { return globalThis.make(); };',
    'const { A } = globalThis.all();',
    'globalThis.run();',
    'function make() { const A = globalThis.make(); return A; }',
  ]) {
    it(`leave other code as it is: ${text}`, () => {
      assert.equal(markConstants('a.ts', text), text);
    });
  }
});
