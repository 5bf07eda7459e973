import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before } from 'node:test';
import { command, wordsFor } from './command.ts';

/** Makes a folder with what `init` writes, for as long as a suite runs; returns commands in it. */
export function initialized() {
  const at = { folder: '' };
  before(async () => {
    at.folder = await mkdtemp(path.join(tmpdir(), 'model-gateway-server-'));
    assert.equal((await command(at.folder, ['init'])).code, 0);
  });
  after(() => rm(at.folder, { recursive: true }));
  return Object.assign(
    at,
    wordsFor((args) => command(at.folder, args)),
  );
}
