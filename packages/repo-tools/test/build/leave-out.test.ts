import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { build } from 'esbuild';
import { leaveOut, type LeftOut } from '../../src/build/leave-out.ts';

describe('leaving modules out of a bundle', () => {
  let folder = '';
  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'leave-out-'));
    const meters = path.join(folder, 'node_modules', 'meters');
    mkdirSync(meters, { recursive: true });
    writeFileSync(path.join(folder, 'entry.js'), "import 'meters'; import './push';");
    writeFileSync(path.join(folder, 'push.js'), "console.log('own push');");
    writeFileSync(path.join(meters, 'index.js'), "exports.push = require('./push');");
    writeFileSync(path.join(meters, 'push.js'), "exports.url = 'push of meters';");
  });
  after(() => rmSync(folder, { recursive: true }));

  async function bundle(modules: readonly LeftOut[]): Promise<string> {
    const { outputFiles } = await build({
      absWorkingDir: folder,
      entryPoints: ['entry.js'],
      bundle: true,
      write: false,
      logLevel: 'silent',
      plugins: [leaveOut(modules)],
    });
    return outputFiles.map(({ text }) => text).join('');
  }

  it('bundles an empty module instead of what a package imports', async () => {
    assert.match(await bundle([]), /push of meters/);
    assert.doesNotMatch(await bundle([{ from: 'meters', module: './push' }]), /push of meters/);
  });

  it('keeps what other files import by the same name', async () => {
    assert.match(await bundle([{ from: 'meters', module: './push' }]), /own push/);
  });

  it('fails the build when the package does not import the module', async () => {
    await assert.rejects(
      bundle([{ from: 'meters', module: './cluster' }]),
      /meters does not import \.\/cluster; take it off the list/,
    );
  });
});
