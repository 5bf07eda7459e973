import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { loadConfig } from '../../src/loading/load-config.ts';

const KEY = `k1:${'A'.repeat(43)}=`;

describe('a file that holds a secret', { skip: process.platform === 'win32' }, () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'model-gateway-server-'));
    // As Kubernetes mounts secrets: two links lead to the file.
    await mkdir(path.join(folder, '..2026_11_01'));
    await writeFile(path.join(folder, '..2026_11_01', 'keys'), `${KEY}\n`);
    await symlink('..2026_11_01', path.join(folder, '..data'));
    await symlink('..data/keys', path.join(folder, 'mounted'));
    await writeFile(path.join(folder, 'long'), `${' '.repeat(65_536 - KEY.length)}${KEY}`);
    await writeFile(path.join(folder, 'longer'), ' '.repeat(65_537));
    await writeFile(path.join(folder, 'empty'), '\n');
    execFileSync('mkfifo', [path.join(folder, 'pipe')]);
  });
  after(() => rm(folder, { recursive: true }));

  const load = async (file: string) => {
    const config = path.join(folder, 'gateway.yaml');
    await writeFile(config, JSON.stringify({ secrets: { keys: { file } } }));
    return (await loadConfig(config, {})).config.secretKeys;
  };

  for (const name of ['mounted', 'long']) {
    it(`is read: ${name}`, async () => {
      assert.deepEqual(await load(name), [{ id: 'k1', key: KEY.slice(3) }]);
    });
  }

  const refused = [
    ['/dev/zero', 'is a device, not a file'],
    ['pipe', 'is a pipe, not a file'],
    ['..data', 'is a folder, not a file'],
    ['longer', 'holds more than 64 KiB, which no secret does'],
    ['empty', 'is empty'],
    ['missing', 'cannot be read (ENOENT)'],
  ] as const;
  for (const [name, why] of refused) {
    it(`is refused in a sentence: ${name} ${why}`, async () => {
      const sentence = `secrets.keys: the file ${name} ${why}`;
      await assert.rejects(load(name), ({ message }: Error) => message.endsWith(sentence));
    });
  }
});
