import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { NO_SETPRIV, withoutRights } from '../../../sql/test/support/without-rights.ts';
import { command } from '../support/command.ts';
import { failedStart } from '../support/server-process.ts';

/** Longer than any text that a person reads to its end, without the path of the file. */
const MOST_CHARACTERS = 5000;

describe('model-gateway serve says in one bounded text why it cannot start, and ends with 1', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'model-gateway-server-'));
  });
  after(() => rm(folder, { recursive: true }));

  const file = () => path.join(folder, 'model-gateway.yaml');
  const secrets = {
    OPENAI_API_KEY: 'canary-provider-key',
    STORE_URL: 'postgres://gateway:canary-password@127.0.0.1:9/none',
  };
  /** The text that it ends with, in this process. */
  const refusal = async (args: readonly string[] = []): Promise<string> => {
    const serve = ['serve', '--config', file(), '--port', '0', '--admin-port', '0'];
    const { code, out, err } = await command(folder, [...serve, ...args], secrets);
    assert.deepEqual([code, out], [1, '']);
    return checked(err);
  };
  /** The text that it ends with as a program of its own. */
  const refusalBehind = async (prefix: readonly string[]): Promise<string> => {
    const ended = await failedStart(folder, [], secrets, { prefix });
    const [first = '', ...lines] = ended.trim().split('\n');
    assert.equal(first, 'it ended with 1:');
    return checked(lines.join('\n'));
  };
  const checked = (ended: string): string => {
    const text = ended.replaceAll(file(), 'FILE');
    assert.ok(text.length < MOST_CHARACTERS, `${text.length} characters`);
    assert.doesNotMatch(text, /^\s+at /m);
    assert.doesNotMatch(text, /canary/);
    return text;
  };

  const manyProviders = Array.from(
    { length: 50 },
    (_, i) => `  - { kind: openai, slug: p${i}, apiKey: { env: NOT_SET_${i} } }`,
  ).join('\n');
  const cases: readonly (readonly [what: string, text: string, expected: RegExp])[] = [
    ['an unknown member', 'stroe: a', /^FILE:1:1: stroe is unknown; did you mean "store"\?$/],
    [
      '1,000 unknown members',
      Array.from({ length: 1000 }, (_, i) => `unknown${i}: canary`).join('\n'),
      /^(?:FILE:\d+:1: unknown\d+ is unknown.*\n){20}FILE: 980 more problems$/,
    ],
    [
      '50 variables that are not set',
      `providers:\n${manyProviders}`,
      /^(?:FILE:\d+:\d+: providers\[\d+\]\.apiKey: the environment variable NOT_SET_\d+ is not set\n){20}FILE: 30 more problems$/,
    ],
    [
      '10 MB of text',
      `store: ${'x'.repeat(10_000_000)}`,
      /^FILE: a configuration has at most 1 MiB, this has more$/,
    ],
    [
      'half a file',
      'providers: [{ kind: openai,',
      /^(?:FILE:1:\d+: not valid YAML or JSON: .*\n?){1,2}$/,
    ],
    [
      'a secret file that is not there',
      'providers: [{ kind: openai, apiKey: { file: /nowhere/key } }]',
      /^FILE:1:\d+: providers\[0\]\.apiKey: the file \/nowhere\/key cannot be read \(ENOENT\)$/,
    ],
    [
      'a kind of provider that is not known',
      'providers: [{ kind: opnai, apiKey: { env: OPENAI_API_KEY } }]',
      /"opnai".*; did you mean "openai"\?$/,
    ],
    [
      'a catalog file that is not there',
      'store: "sqlite::memory:"\ncatalog: { file: none.json }',
      /^the catalog file .*\/none\.json cannot be read \(ENOENT\)$/,
    ],
    [
      'a SQLite file in a folder that is not there',
      'store: sqlite:/nowhere/gateway.db',
      /^the store sqlite:\/nowhere\/gateway\.db: the database file cannot be opened: its folder must exist and be readable/,
    ],
    [
      'a SQLite file that holds something else',
      'store: sqlite:text.db',
      /^the store sqlite:\/.*\/text\.db: the file is not an intact SQLite database: bring back a backup/,
    ],
    [
      'a database server that is away',
      'store: { env: STORE_URL }',
      /^the store postgres:\/\/127\.0\.0\.1:9\/none: .*\(ECONNREFUSED\)$/,
    ],
    [
      'a store of a kind that is not known',
      'store: mysql://gateway:canary-password@127.0.0.1/none',
      /^.*expected "sqlite:FILE", "sqlite::memory:" or "postgres:\/\/…", got "mysql:…".*$/,
    ],
    [
      'a catalog file that is not a catalog',
      'store: "sqlite::memory:"\ncatalog: { file: text.db }',
      /^the catalog file .*\/text\.db: line 1, column 1: not valid JSON$/,
    ],
  ];
  for (const [what, text, expected] of cases) {
    it(what, async () => {
      await writeFile(path.join(folder, 'text.db'), 'a text that is not a database\n'.repeat(50));
      await writeFile(file(), text);
      assert.match(await refusal(), expected);
    });
  }

  it('a port in use', async (t) => {
    const other = createServer();
    await once(other.listen(0, '127.0.0.1'), 'listening');
    t.after(() => other.close());
    const address = other.address();
    const port = typeof address === 'object' ? String(address?.port) : '';
    await writeFile(file(), 'store: "sqlite::memory:"\nlog: { level: error }');
    const expected = `cannot listen: port ${port} on 127.0.0.1 is already in use; choose another port, or 0 for any free port`;
    assert.equal(await refusal(['--port', port]), expected);
    assert.equal(await refusal(['--admin-port', port]), expected);
  });

  it('a configuration that this user may not read', async (t) => {
    const prefix = withoutRights();
    if (prefix === undefined) return t.skip(NO_SETPRIV);
    await writeFile(file(), 'store: "sqlite::memory:"');
    await chmod(folder, 0o755);
    await chmod(file(), 0o000);
    t.after(() => chmod(file(), 0o600));
    assert.equal(await refusalBehind(prefix), 'FILE: may not be read by this user');
  });

  it('a configuration that never ends', async (t) => {
    await rm(file());
    await symlink('/dev/zero', file());
    t.after(() => rm(file()));
    assert.equal(await refusal(), 'FILE: a configuration has at most 1 MiB, this has more');
  });

  it('a folder in place of the configuration', async (t) => {
    await rm(file(), { force: true });
    await mkdir(file());
    t.after(() => rm(file(), { recursive: true }));
    assert.equal(await refusal(), 'FILE: is a folder, not a file');
  });
});
