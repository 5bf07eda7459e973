import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { build } from 'esbuild';
import { partsOf } from '../../src/build/parts-of.ts';

describe('bundling parts of a package', () => {
  let folder = '';
  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'parts-of-'));
    const tools = path.join(folder, 'node_modules', 'tools');
    mkdirSync(path.join(tools, 'lib'), { recursive: true });
    writeFileSync(path.join(folder, 'entry.js'), "import { Saw } from 'tools'; new Saw();");
    writeFileSync(
      path.join(tools, 'index.js'),
      "exports.Saw = require('./lib/saw'); exports.Mill = require('./lib/mill');",
    );
    writeFileSync(
      path.join(tools, 'lib', 'saw.js'),
      "module.exports = class { constructor() { console.log('a saw'); } };",
    );
    writeFileSync(path.join(tools, 'lib', 'mill.js'), "module.exports = 'a mill';");
  });
  after(() => rmSync(folder, { recursive: true }));

  async function bundle(name: string, parts: Readonly<Record<string, string>>): Promise<string> {
    const { outputFiles } = await build({
      absWorkingDir: folder,
      entryPoints: ['entry.js'],
      bundle: true,
      format: 'esm',
      write: false,
      logLevel: 'silent',
      plugins: [partsOf(name, parts)],
    });
    return outputFiles.map(({ text }) => text).join('');
  }

  it('bundles the files of the parts, and not what the whole package loads', async () => {
    const text = await bundle('tools', { Saw: 'lib/saw.js' });
    assert.match(text, /a saw/);
    assert.doesNotMatch(text, /a mill/);
  });

  it('gives those who import a part the same as the package does', async (t) => {
    const log = t.mock.method(console, 'log', () => {});
    const text = await bundle('tools', { Saw: 'lib/saw.js' });
    await import(`data:text/javascript,${encodeURIComponent(text)}`);
    assert.deepEqual(log.mock.calls[0]?.arguments, ['a saw']);
  });

  it('fails the build where something else is imported', async () => {
    await assert.rejects(bundle('tools', { Mill: 'lib/mill.js' }), /No matching export .* "Saw"/);
  });

  it('fails the build where the package has no such file', async () => {
    await assert.rejects(bundle('tools', { Saw: 'lib/saws.js' }), /Could not resolve/);
  });

  it('fails the build where nothing imports the package', async () => {
    await assert.rejects(bundle('drills', { Saw: 'lib/saw.js' }), /nothing imports drills/);
  });
});
