import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { SCHEMA_VERSION } from '@model-gateway/sql';
import { command } from '../support/command.ts';

describe('a command on a store of another version', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'model-gateway-server-'));
  });
  after(() => rm(folder, { recursive: true }));

  const run = (words: string, name: string) =>
    command(folder, [...words.split(' '), '--store', `sqlite:${name}`]);
  /** Makes tables that say they are of this version. */
  const storeOf = async (version: number) => {
    const name = `v${version}.db`;
    assert.equal((await run('migrate', name)).code, 0);
    setVersion(name, version);
    return name;
  };
  const setVersion = (name: string, version: number) => {
    const database = new DatabaseSync(path.join(folder, name));
    database.prepare('update mg_schema set version = ?').run(version);
    database.close();
  };
  const versionOf = (name: string) => {
    const database = new DatabaseSync(path.join(folder, name));
    const row = database.prepare('select version from mg_schema').get();
    database.close();
    return row?.['version'];
  };

  it('check says that serve will migrate it', async () => {
    const name = await storeOf(SCHEMA_VERSION - 1);
    await writeFile(path.join(folder, 'older.yaml'), `store: "sqlite:${name}"\n`);
    const { code, out } = await command(folder, ['check', '--config', 'older.yaml']);
    assert.equal(code, 0);
    assert.match(
      out,
      /warning +store +has tables of version \d+, which serve brings to \d+: back it up/,
    );
    assert.equal(versionOf(name), SCHEMA_VERSION - 1);
    setVersion(name, SCHEMA_VERSION);
  });

  for (const words of [
    'keys list',
    'keys create --label late',
    'accounts list',
    'members list --organization org_1',
    'workspaces list',
    'destinations list',
    'guardrails list',
    'catalog export',
    'models list',
  ]) {
    it(`does not migrate it: ${words}`, async () => {
      const name = await storeOf(SCHEMA_VERSION - 1);
      const { code, out, err } = await run(words, name);
      assert.deepEqual([code, out, versionOf(name)], [1, '', SCHEMA_VERSION - 1]);
      assert.match(
        err,
        /^the store sqlite:\S+v\d+\.db has tables of version \d+, and this model-gateway needs \d+: back it up, then run model-gateway migrate$/,
      );
      setVersion(name, SCHEMA_VERSION);
    });
  }

  it('refuses one of a later version, and says what to use', async () => {
    const { code, err } = await run('keys list', await storeOf(99));
    assert.equal(code, 1);
    assert.match(err, /has tables of version 99, .*: use the version that migrated it, or a later/);
  });

  it('says of a store without tables how they are made', async () => {
    const { code, err } = await run('keys list', 'new.db');
    assert.equal(code, 1);
    assert.match(err, /new\.db has no tables yet: model-gateway migrate makes them$/);
    assert.ok(!existsSync(path.join(folder, 'new.db')));
    assert.equal((await run('migrate', 'new.db')).code, 0);
    assert.equal((await run('keys list', 'new.db')).code, 0);
  });
});
