import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { readConfigApart } from '../../src/loading/read-config-apart.ts';
import { readConfigFile } from '../../src/loading/read-config-file.ts';

describe('a configuration that is read in a thread of its own', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'model-gateway-server-'));
  });
  after(() => rm(folder, { recursive: true }));

  const write = async (text: string) => {
    const file = path.join(folder, 'gateway.yaml');
    await writeFile(file, text);
    return file;
  };

  it('is the same, with its places', async (t) => {
    const file = await write(
      'server: &a { port: 1 }\nproviders: [{ kind: x }, null]\nlimits: *a\n',
    );
    let threads = 0;
    const count = () => threads++;
    process.on('worker', count);
    t.after(() => process.off('worker', count));
    assert.deepEqual(await readConfigApart(file), await readConfigFile(file));
    assert.equal(threads, 1);
  });

  for (const text of ['', 'a: [', 'a: 1\na: 2\nb: 1\nb: 2', '"'.repeat(1_000_000)]) {
    it(`is refused as it is otherwise: ${text.slice(0, 20)}`, async () => {
      const file = await write(text);
      const expected = await readConfigFile(file).catch((error: unknown) => error);
      await assert.rejects(readConfigApart(file), expected as Error);
    });
  }

  it('is refused where there is no file', async () => {
    await assert.rejects(readConfigApart(path.join(folder, 'none')), /none: no such file/);
  });
});
