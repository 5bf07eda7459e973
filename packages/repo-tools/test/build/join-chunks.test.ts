import assert from 'node:assert/strict';
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { joinChunks } from '../../src/build/join-chunks.ts';

describe('files of a bundle that are loaded together', () => {
  const folders: string[] = [];
  after(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

  function bundle(files: Readonly<Record<string, string>>): string {
    const folder = mkdtempSync(path.join(tmpdir(), 'join-chunks-'));
    folders.push(folder);
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
    return folder;
  }

  /** An entry that loads a part, which needs what another part on demand needs too. */
  const PARTS = {
    'part.js': `import { list } from './shared.js'; list.push('part'); export { list };
      export const more = () => import('./more.js');
      export const data = () => import('outside/data.json', { with: { type: 'json' } });`,
    'more.js': `import { list } from './shared.js'; list.push('more'); export { list };`,
    'shared.js': `export const list = [];`,
  };

  it('become one, and share what they shared', async () => {
    const folder = bundle({
      ...PARTS,
      'bin.js': `#!/usr/bin/env node\nglobalThis.loaded = await import('./part.js');`,
      'notes.txt': 'kept',
    });
    chmodSync(path.join(folder, 'bin.js'), 0o755);
    await joinChunks(folder, ['bin']);
    assert.deepEqual(readdirSync(folder).toSorted(), ['bin.js', 'more.js', 'notes.txt', 'part.js']);
    assert.equal(statSync(path.join(folder, 'bin.js')).mode & 0o777, 0o755);

    const { list, more } = await import(pathToFileURL(path.join(folder, 'part.js')).href);
    await more();
    assert.deepEqual(list, ['part', 'more']);
  });

  it('keep the line that says what runs them, begin with a statement, and keep the attributes of imports', async () => {
    const folder = bundle({
      ...PARTS,
      'bin.js': `#!/usr/bin/env node\nglobalThis.loaded = await import('./part.js');`,
    });
    await joinChunks(folder, ['bin'], 'globalThis.begun = true;');
    const text = (name: string) => readFileSync(path.join(folder, name), 'utf8');
    assert.match(text('bin.js'), /^#!\/usr\/bin\/env node\n\s*globalThis\.begun = true;/);
    assert.ok(!text('part.js').includes('begun'));
    assert.match(text('part.js'), /\bwith ?: ?\{ ?type: ?['"]json['"]|\{with:\{type:"json"\}\}/);
  });

  it('fail the build where one would wait for the entry that waits for it', async () => {
    const folder = bundle({
      ...PARTS,
      'bin.js': `import { list } from './shared.js'; list.push('bin'); await import('./part.js');`,
      'part.js': `export const more = () => import('./more.js');`,
    });
    await assert.rejects(joinChunks(folder, ['bin']), /more\.js needs bin\.js/);
    assert.ok(readdirSync(folder).includes('shared.js'), 'the bundle is as it was');
  });
});
