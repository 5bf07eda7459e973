// System: starts commands whose output nothing reads.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { command } from '../support/command.ts';

const BIN = fileURLToPath(new URL('../../src/bin.ts', import.meta.url));

describe('a command whose reader has enough', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'model-gateway-server-'));
    assert.equal((await command(folder, ['init'])).code, 0);
  });
  after(() => rm(folder, { recursive: true }));

  const unread = async (stream: 'stdout' | 'stderr', words: string) => {
    const args = ['--conditions=@model-gateway/source', BIN, ...words.split(' ')];
    const child = spawn(process.execPath, args, { cwd: folder });
    // Long before it writes, so that each write fails.
    child[stream].destroy();
    let rest = '';
    const other = stream === 'stdout' ? child.stderr : child.stdout;
    other.setEncoding('utf8').on('data', (text: string) => (rest += text));
    const [code] = await once(child, 'close');
    return { code, rest };
  };

  it('ends like any other, with nothing to say', async () => {
    assert.deepEqual(await unread('stdout', 'keys list'), { code: 0, rest: '' });
  });

  it('has done what it was asked to', async () => {
    const { code } = await unread('stdout', 'keys create --label unread --json');
    assert.equal(code, 0);
    assert.match((await command(folder, ['keys', 'list'])).out, /unread/);
  });

  it('ends with the code of its failure where nobody reads the sentence', async () => {
    assert.deepEqual(await unread('stderr', 'keys show nothing'), { code: 1, rest: '' });
  });
});
