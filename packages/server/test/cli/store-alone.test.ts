import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { command } from '../support/command.ts';

const SETTINGS = JSON.stringify({ url: 'https://hooks.example/in', signingSecret: 'canary' });
const KEYS = `k1:${'A'.repeat(43)}=`;

describe('a store with sealed secrets, without its configuration', () => {
  let folder: string;
  let workspace: string;
  let destination: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'model-gateway-server-'));
    workspace = JSON.parse((await command(folder, ['init', '--json'])).out).workspace;
    const made = await command(folder, [
      ...`destinations create --type webhook --name hook --json --workspace ${workspace}`.split(
        ' ',
      ),
      '--settings',
      SETTINGS,
    ]);
    assert.equal(made.code, 0, made.err);
    destination = JSON.parse(made.out).id;
    await mkdir(path.join(folder, 'elsewhere'));
  });
  after(() => rm(folder, { recursive: true }));

  const STORE = ['--store', 'sqlite:gateway.db'];
  const withStore = (words: string, ...more: string[]) =>
    command(folder, [...words.split(' '), ...more, ...STORE]);

  for (const words of [
    'keys list',
    'keys create --label later',
    'accounts list',
    'credits audit --account default',
    'members list',
    'workspaces list',
    'guardrails list',
    'models list',
    'catalog export',
  ]) {
    it(`is open to ${words}`, async () => {
      const { code, err } = await withStore(words);
      assert.equal(code, 0, err);
    });
  }

  it('is open to a destination that is switched off', async () => {
    assert.equal((await withStore(`destinations disable ${destination}`)).code, 0);
  });

  it('shows, makes and seals no secret, and says what to do', async () => {
    const says =
      'secrets of destinations need secrets.keys of the configuration: name it with --config, and leave --store out';
    const create = `destinations create --type webhook --name two --workspace ${workspace} --settings`;
    for (const asked of [
      withStore(`destinations show ${destination}`),
      withStore('destinations list'),
      withStore('destinations rotate-secrets'),
      withStore(create, SETTINGS),
    ]) {
      const { code, out, err } = await asked;
      assert.deepEqual([code, out, err], [1, '', says]);
    }
  });

  it('may be named by a variable, which a process list does not show', async () => {
    const env = { MODEL_GATEWAY_STORE: `sqlite:${path.join(folder, 'gateway.db')}` };
    const elsewhere = path.join(folder, 'elsewhere');
    const { code, out, err } = await command(elsewhere, ['keys', 'list'], env);
    assert.equal(code, 0, err);
    assert.match(out, /first management key/);
  });

  it('that a configuration without the key opens is refused in words of the command', async () => {
    const config = path.join(folder, 'other.yaml');
    const other = { store: 'sqlite:gateway.db', secrets: { keys: KEYS } };
    await writeFile(config, JSON.stringify(other));
    const { code, err } = await command(folder, ['keys', 'list', '-c', 'other.yaml']);
    assert.equal(code, 1);
    assert.match(
      err,
      /^the database has secrets sealed with "k[0-9a-f]{8}", .*: put it into secrets\.keys of the configuration, and after model-gateway destinations rotate-secrets take it out$/,
    );
  });
});

it('init takes the store of the variable, and names the variable for a URL with a password', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'model-gateway-server-'));
  try {
    const env = { MODEL_GATEWAY_STORE: 'sqlite:named.db' };
    const { code, out, err } = await command(folder, ['init'], env);
    assert.equal(code, 0, err);
    assert.match(out, /with the store sqlite:named\.db$/m);
    const given = ['init', '-c', 'two.yaml', '--store', 'sqlite:two.db'];
    assert.match((await command(folder, given, env)).out, /with the store sqlite:two\.db$/m);
    assert.equal((await command(folder, ['keys', 'list', '--store', 'sqlite:two.db'])).code, 0);
  } finally {
    await rm(folder, { recursive: true });
  }
});
