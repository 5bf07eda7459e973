import assert from 'node:assert/strict';
import { chmodSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { openStores } from '@model-gateway/sql';
import { temporaryFolder } from './support/temporary-folder.ts';

const BESIDE = ['', '-wal', '-shm'];

describe('files of SQLite', { skip: process.platform === 'win32' && 'files have no modes' }, () => {
  const folder = temporaryFolder();
  const masked = process.umask();
  after(() => {
    process.umask(masked);
    folder.remove();
  });

  const modesOf = (file: string) =>
    BESIDE.map((end) => (statSync(`${file}${end}`).mode & 0o777).toString(8));

  for (const mask of [0o000, 0o022, 0o077]) {
    it(`are for their owner only, under the mask ${mask.toString(8)}`, async () => {
      const file = path.join(folder.path, `made-${mask}.db`);
      process.umask(mask);
      const { admin, close } = await openStores(`sqlite:${file}`);
      await admin.accounts.create({ id: 'acme', credits: '1' });
      assert.deepEqual(modesOf(file), ['600', '600', '600']);
      await close();
    });
  }

  it('keep the mode that somebody gave them', async () => {
    const file = path.join(folder.path, 'shared.db');
    await (await openStores(`sqlite:${file}`)).close();
    chmodSync(file, 0o660);
    const { close } = await openStores(`sqlite:${file}`);
    assert.deepEqual(modesOf(file), ['660', '660', '660']);
    await close();
  });

  it('are made where a link points that leads to none yet', async () => {
    const link = path.join(folder.path, 'link.db');
    symlinkSync('target.db', link);
    process.umask(0o022);
    await (await openStores(`sqlite:${link}`)).close();
    const { mode } = statSync(path.join(folder.path, 'target.db'));
    assert.equal((mode & 0o777).toString(8), '600');
  });

  it('are not made for a name that SQLite reads as a URI', async () => {
    const file = path.join(folder.path, 'uri.db');
    writeFileSync(file, '');
    await (await openStores(`sqlite:file:${file}?mode=rw`)).close();
    assert.ok(statSync(file).size > 0);
  });
});
