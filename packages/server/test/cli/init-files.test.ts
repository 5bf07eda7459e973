import assert from 'node:assert/strict';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { loadConfig } from '../../src/loading/load-config.ts';
import {
  hasPostgres,
  NO_POSTGRES,
  startPostgres,
} from '../../../sql/test/support/postgres-server.ts';
import { command } from '../support/command.ts';

const HAS_MODES = process.platform !== 'win32';

describe('the files that init writes', () => {
  let folder: string;
  const masked = process.umask();
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'model-gateway-server-'));
  });
  afterEach(async () => {
    process.umask(masked);
    await rm(folder, { recursive: true });
  });

  const inFolder = (name: string) => path.join(folder, name);
  const text = (name: string) => readFile(inFolder(name), 'utf8');

  for (const mask of [0o022, 0o077]) {
    it(`are for their owner only, under the mask ${mask.toString(8)}`, async (t) => {
      if (!HAS_MODES) return t.skip('files have no modes');
      process.umask(mask);
      assert.equal((await command(folder, ['init'])).code, 0);
      const names = (await readdir(folder)).toSorted();
      assert.deepEqual(names, ['gateway.db', 'model-gateway.keys', 'model-gateway.yaml']);
      for (const name of names) {
        const { mode } = await stat(inFolder(name));
        assert.equal((mode & 0o777).toString(8), '600', name);
      }
    });
  }

  it('have a new key that seals the secrets of destinations, and use it', async () => {
    await command(folder, ['init']);
    const { config } = await loadConfig(inFolder('model-gateway.yaml'), {});
    const [key, ...others] = config.secretKeys ?? [];
    assert.deepEqual(others, []);
    assert.equal(`${key?.id}:${String(key?.key)}`, (await text('model-gateway.keys')).trim());
    const first = await text('model-gateway.keys');
    await rm(inFolder('model-gateway.yaml'));
    await rm(inFolder('model-gateway.keys'));
    await command(folder, ['init']);
    assert.notEqual(await text('model-gateway.keys'), first);
  });

  it('share the key of a folder that has one', async () => {
    await command(folder, ['init']);
    const first = await text('model-gateway.keys');
    assert.equal((await command(folder, ['init', '-c', 'second.yaml'])).code, 0);
    assert.equal(await text('model-gateway.keys'), first);
    assert.match(await text('second.yaml'), /keys: \{ file: model-gateway\.keys \}/);
  });

  it('are taken away when it fails, and a key that was there is kept', async () => {
    const failing = ['init', '--store', 'sqlite:no-such-folder/gateway.db'];
    assert.equal((await command(folder, failing)).code, 1);
    assert.deepEqual(await readdir(folder), []);
    await writeFile(inFolder('model-gateway.keys'), `k1:${'A'.repeat(43)}=\n`);
    assert.equal((await command(folder, failing)).code, 1);
    assert.deepEqual(await readdir(folder), ['model-gateway.keys']);
  });
});

it('a store that others may open is a warning of check, and keeps its mode', async (t) => {
  if (!HAS_MODES) return t.skip('files have no modes');
  const folder = await mkdtemp(path.join(tmpdir(), 'model-gateway-server-'));
  try {
    await command(folder, ['init']);
    const store = path.join(folder, 'gateway.db');
    assert.doesNotMatch((await command(folder, ['check'])).out, /other users/);
    await chmod(store, 0o640);
    const { out } = await command(folder, ['check']);
    assert.match(
      out,
      /^warning .* other users of this machine may open the store .*gateway\.db \(mode 640\); chmod 600/m,
    );
    assert.equal((await stat(store)).mode & 0o777, 0o640);
  } finally {
    await rm(folder, { recursive: true });
  }
});

describe('an init with a password in the URL of its store', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'model-gateway-server-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  // Nothing listens there, so the configuration would be taken away again.
  const AWAY = 'postgres://gateway:canary-password@127.0.0.1:9/none';

  it('prints the password nowhere', async () => {
    const { code, out, err } = await command(folder, ['init', '--store', AWAY]);
    assert.equal(code, 1);
    assert.match(err, /^the store postgres:\/\/127\.0\.0\.1:9\/none: /);
    assert.doesNotMatch(`${out}${err}`, /canary/);
  });

  it(
    'writes the name of a variable in place of the URL, and says so',
    { skip: hasPostgres() ? false : NO_POSTGRES },
    async () => {
      const postgres = (await startPostgres()) ?? assert.fail();
      try {
        const url = new URL(await postgres.createDatabase());
        if (url.password === '') url.password = 'canary-password';
        const { code, out, err } = await command(folder, ['init', '--store', url.href]);
        assert.equal(code, 0, err);
        const written = await readFile(path.join(folder, 'model-gateway.yaml'), 'utf8');
        assert.match(written, /^store: \{ env: DATABASE_URL \}$/m);
        assert.match(
          out,
          /^The store's URL holds a password, so .* set DATABASE_URL to the URL\.$/m,
        );
        assert.ok(!`${written}${out}${err}`.includes(url.password));
        const env = { DATABASE_URL: url.href };
        assert.equal((await command(folder, ['keys', 'list'], env)).code, 0);
      } finally {
        postgres.stop();
      }
    },
  );
});
