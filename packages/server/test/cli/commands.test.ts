import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { model } from '@model-gateway/worlds';
import { command, wordsFor } from '../support/command.ts';
import { initialized } from '../support/initialized.ts';

describe('the commands of model-gateway', () => {
  const at = initialized();
  const { json, refused } = at;

  it('init writes a configuration and two keys, and changes nothing the second time', async () => {
    const before = await readFile(path.join(at.folder, 'model-gateway.yaml'), 'utf8');
    assert.match(await refused('init'), /is there already, and init never overwrites/);
    assert.equal(await readFile(path.join(at.folder, 'model-gateway.yaml'), 'utf8'), before);
    const { data } = await json('keys list');
    assert.equal(data.length, 2);
    assert.deepEqual(data.map(({ kind }: { kind: string }) => kind).toSorted(), [
      'inference',
      'management',
    ]);
  });

  it('keys are made, shown without their text, disabled and deleted', async () => {
    const made = await json(
      'keys create --kind management --label CI --organization org_1 --models',
      'acme/a, acme/b',
      '--expires',
      '2030-01-01T00:00:00Z',
    );
    assert.match(made.key, /^mg-mgmt-v1-/);
    assert.deepEqual(
      [made.label, made.organization, made.models],
      ['CI', 'org_1', ['acme/a', 'acme/b']],
    );
    const shown = await json('keys', 'show', made.hash);
    assert.equal(shown.key, undefined);
    assert.equal((await json('keys', 'disable', made.hash)).disabled, true);
    assert.equal((await json('keys', 'show', made.hash)).state, 'disabled');
    assert.equal((await json('keys', 'delete', made.hash)).deleted, true);
    assert.match(await refused('keys', 'show', made.hash), /^there is no key with the hash/);
  });

  it('keys are updated, and keep what is left out', async () => {
    await json('credits grant --account updating --amount 1');
    const { key: text, ...made } = await json('keys create --label old --no-account');
    assert.ok(text.startsWith('mg-v1-'));
    const changed = await json(
      'keys update',
      made.hash,
      ...'--label new --account updating --models acme/a,acme/b'.split(' '),
      '--expires',
      '2030-01-01T00:00:00Z',
    );
    const next = {
      label: 'new',
      account: 'updating',
      models: ['acme/a', 'acme/b'],
      expires: '2030-01-01T00:00:00Z',
    };
    const { updated_at } = changed;
    assert.ok(Date.parse(updated_at) >= Date.parse(made.created_at));
    assert.deepEqual(changed, { ...made, ...next, updated_at });
    const shown = await json('keys', 'show', made.hash);
    assert.equal(shown.limit_remaining, null);
    assert.deepEqual({ ...shown, ...changed }, shown);
    const open = ['--no-account', '--no-models', '--no-expires'];
    const { updated_at: _later, ...opened } = await json('keys update', made.hash, ...open);
    const { updated_at: _never, ...before } = made;
    assert.deepEqual(opened, { ...before, label: 'new' });
    for (const [flags, says] of [
      [[], /^say what to change: --label/],
      [['--label', ''], /^--label must say/],
      [['--label', 'a\nb'], /^label holds the control character U\+000A/],
      [['--account', 'no'], /^there is no credit account "no"/],
      [['--models', 'a,'], /^--models must be ids/],
      [['--expires', '2001-01-01T00:00:00Z'], /expires/],
    ] as const) {
      assert.match(await refused('keys update', made.hash, ...flags), says);
    }
    assert.match(await refused('keys update 00000000 --label x'), /^there is no key/);
    await json('keys', 'delete', made.hash);
    await json('accounts delete updating');
  });

  it('members are added, listed, given a role and removed', async () => {
    const ada = await json(
      'members add --organization org_1 --email ada@acme.example --first-name Ada --last-name Lovelace --role admin',
    );
    assert.match(ada.id, /^user_/);
    await json(`members set-role ${ada.id} member --organization org_1`);
    const { role: shownRole } = await json(`members show ${ada.id} --organization org_1`);
    assert.equal(shownRole, 'member');
    assert.match(await refused('members show no --organization org_1'), /^"no" is not a member/);
    const { data } = await json('members list --organization org_1');
    assert.deepEqual(
      data.map(({ email, role }: { email: string; role: string }) => [email, role]),
      [['ada@acme.example', 'member']],
    );
    assert.equal((await json(`members remove ${ada.id} --organization org_1`)).removed, true);
    assert.match(
      await refused(`members remove ${ada.id} --organization org_1`),
      /is not a member of "org_1"/,
    );
  });

  it('members have an address', async () => {
    const says = await refused(
      'members add --organization org_1 --email ada --first-name Ada --last-name Lovelace',
    );
    assert.equal(says, '--email must be an address such as ada@example.com, got "ada"');
  });

  it('destinations are made and shown masked', async () => {
    const { id: workspace } = await json(
      'workspaces create --organization org_1 --name Production',
    );
    const settings = JSON.stringify({ publicKey: 'pk-1', secretKey: 'sk-canary-0123456789' });
    const made = await json(
      `destinations create --workspace ${workspace} --organization org_1 --type langfuse --name Traces --settings ${settings} --sampling-rate 0.5`,
    );
    assert.equal(made.sampling_rate, 0.5);
    assert.doesNotMatch(JSON.stringify(made), /canary/);
    assert.doesNotMatch(JSON.stringify(await json('destinations list')), /canary/);
    const wrong = await refused(
      `destinations create --workspace ${workspace} --organization org_1 --type langfuse --name Traces --settings`,
      '{"secretKey": sk-canary}',
    );
    assert.match(wrong, /--settings must be JSON/);
    assert.doesNotMatch(wrong, /canary/);
    assert.equal((await json('destinations', 'disable', made.id)).disabled, true);
    assert.equal((await json('destinations', 'show', made.id)).enabled, false);
    assert.equal((await json('destinations', 'enable', made.id)).enabled, true);
    assert.equal((await json('destinations', 'show', made.id)).enabled, true);
    assert.equal((await json('destinations', 'delete', made.id)).deleted, true);
    assert.equal(
      await refused('destinations', 'disable', made.id),
      `there is no destination ${made.id}`,
    );
  });

  it('destinations of a kind that nothing can be forwarded to are made with --any-type only', async () => {
    const { id: workspace } = await json('workspaces create --organization org_1 --name Typo');
    const words = `destinations create --workspace ${workspace} --type webhok --name hook`;
    assert.equal(
      await refused(words),
      '--type webhok is not a kind that this server forwards to; did you mean "webhook"?; --any-type takes it for another forwarder',
    );
    assert.equal((await json(`${words} --any-type`)).type, 'webhok');
  });

  it('catalog and models are told apart by their descriptions', async () => {
    const { out } = await command(at.folder, ['--help']);
    const described = ['catalog', 'models'].map(
      (name) => new RegExp(`^  ${name} +(.*)$`, 'm').exec(out)?.[1],
    );
    assert.equal(new Set(described).size, 2);
    assert.ok(described.every((text) => text !== undefined));
  });

  it('a catalog is imported, compared and exported', async () => {
    const file = async (...ids: string[]) => {
      const data = ids.map((id) => model({ id }).model);
      await writeFile(path.join(at.folder, 'catalog.json'), JSON.stringify({ data }));
      return 'catalog.json';
    };
    const first = await json('catalog', 'import', await file('acme/a', 'acme/b'));
    assert.deepEqual([first.models, first.added, first.changed, first.removed], [2, 2, 0, 0]);
    const other = await file('acme/b', 'acme/c');
    assert.deepEqual(await json('catalog', 'diff', other), {
      added: ['acme/c'],
      changed: [],
      removed: ['acme/a'],
    });
    const merged = await json('catalog', 'import', other, '--merge');
    assert.deepEqual([merged.added, merged.removed], [1, 0]);
    const exported = JSON.parse((await command(at.folder, ['catalog', 'export'])).out);
    assert.deepEqual(
      exported.data.map(({ id }: { id: string }) => id),
      ['acme/a', 'acme/b', 'acme/c'],
    );
    assert.equal((await json('models list')).total_count, 3);
    assert.match(await refused('catalog import nowhere.json'), /cannot be read \(ENOENT\)/);
    await writeFile(path.join(at.folder, 'short.json'), '{"data":[{"id":"acme/x"}]}');
    assert.equal(
      await refused('catalog import short.json'),
      'short.json: data[0].canonical_slug: missing',
    );
  });

  it('lists the models of the store and of the providers, without a key of any', async () => {
    const data = [model({ id: 'openai/gpt-image-1', name: 'Ours' }).model];
    await writeFile(path.join(at.folder, 'catalog.json'), JSON.stringify({ data }));
    await writeFile(
      path.join(at.folder, 'listed.yaml'),
      'store: "sqlite:listed.db"\nproviders: [{ kind: openai, apiKey: { env: ABSENT } }]\n',
    );
    const inListed = ['--config', 'listed.yaml', '--json'];
    await command(at.folder, ['migrate', '--config', 'listed.yaml']);
    await command(at.folder, ['catalog', 'import', 'catalog.json', ...inListed]);
    const { out } = await command(at.folder, ['models', 'list', ...inListed]);
    const rows: { id: string; name: string; source: string }[] = JSON.parse(out).data;
    const sources = rows.map(({ id, source }) => `${id} ${source}`);
    assert.equal(sources[0], 'openai/gpt-image-1 store');
    assert.equal(rows[0]?.name, 'Ours');
    assert.ok(sources.includes('openai/gpt-image-1-mini openai'), sources.join());
    assert.equal(new Set(rows.map(({ id }) => id)).size, rows.length);
  });

  for (const words of [
    'keys create --label x --no-account',
    'guardrails create --organization org_1 --name x',
  ]) {
    it(`says which models nobody lists: ${words}`, async () => {
      await writeFile(
        path.join(at.folder, 'openai.yaml'),
        'store: "sqlite:openai.db"\nproviders: [{ kind: openai, apiKey: { env: ABSENT } }]\n',
      );
      const inStore = (given: readonly string[]) =>
        command(at.folder, [...given, '--config', 'openai.yaml']);
      const { run: ask, json: made } = wordsFor(inStore);
      await ask('migrate');
      const data = [model({ id: 'acme/paint' }).model];
      await writeFile(path.join(at.folder, 'catalog.json'), JSON.stringify({ data }));
      await ask('catalog import catalog.json');
      const models = 'acme/paint,acme/pant,none/such';
      const { code, out, err } = await ask(`${words} --json --models ${models}`);
      const where = 'neither in the store nor listed by a configured provider';
      assert.deepEqual(
        [code, ...err.split('\n').slice(0, 2)],
        [
          0,
          `The model acme/pant is ${where}; did you mean "acme/paint"?`,
          `The model none/such is ${where}`,
        ],
      );
      const { hash, id } = JSON.parse(out);
      const change = hash === undefined ? `guardrails update ${id}` : `keys update ${hash}`;
      assert.match((await ask(`${change} --models none/such`)).err, /^The model none\/such is/);
      assert.deepEqual((await made(`${change} --models none/such`)).models, ['none/such']);
      const alone = ['--models', 'none/such', '--store', 'sqlite:openai.db'];
      assert.match(
        (await command(at.folder, [...words.split(' '), ...alone])).err,
        /^The model none\/such is not in the store, and what providers list is in the configuration/,
      );
    });
  }

  it('check lists what a deployment would trip over', async () => {
    const { code, out } = await command(at.folder, ['check']);
    assert.equal(code, 0);
    assert.match(out, /warning +providers +none is configured/);
    assert.match(out, /ok +store +reached; \d+ models/);
  });

  it('check counts the keys whose images are not charged', async () => {
    const { hash } = await json('keys create --label free --no-account');
    const { out } = await command(at.folder, ['check']);
    assert.match(
      out,
      /warning +credits +1 active key has no credit account, so nothing is charged/,
    );
    await json('keys', 'delete', hash);
    assert.doesNotMatch((await command(at.folder, ['check'])).out, /credit account/);
  });

  for (const [what, more, says] of [
    [
      'a private provider that egress would refuse',
      '',
      /127\.0\.0\.1 may not be called: .+ not public; .+ add "http:\/\/127\.0\.0\.1:1" to egress\.allowOrigins/,
    ],
    [
      'a private provider that does not listen',
      'egress: { allowOrigins: ["http://127.0.0.1:1"] }',
      /127\.0\.0\.1:1 refuses connections/,
    ],
  ] as const) {
    it(`check finds ${what}`, async () => {
      const provider = '{ kind: openai, baseUrl: "http://127.0.0.1:1/v1", apiKey: { env: KEY } }';
      const text = `store: "sqlite::memory:"\nproviders: [${provider}]\n${more}\n`;
      await writeFile(path.join(at.folder, 'private.yaml'), text);
      const env = { KEY: 'a-key' };
      const { code, out } = await command(at.folder, ['check', '--config', 'private.yaml'], env);
      assert.equal(code, 1);
      assert.match(out, says);
    });
  }

  for (const [what, models, says] of [
    [
      '',
      '[x-ai/grok-imagine-image-quality]',
      /warning +provider xai +the price of x-ai\/grok-imagine-image-quality is uncertain \(inferred for 2K\): set pricing of this model/,
    ],
    [
      ', and which ones in one line',
      '[x-ai/grok-imagine-image-quality, x-ai/grok-4.5, x-ai/grok-4.3]',
      /warning +provider xai +the prices of 2 models are uncertain \(from a secondary source\): set pricing of those that you use: x-ai\/grok-4\.5, x-ai\/grok-4\.3/,
    ],
    [
      ' unless the configuration sets it',
      '{ x-ai/grok-imagine-image-quality: { pricing: [{ billable: output_image, unit: image, usd: "0.05" }] } }',
      /provider xai (?![^]*uncertain)/,
    ],
  ] as const) {
    it(`check says which price is uncertain${what}`, async () => {
      const provider = `{ kind: xai, baseUrl: "http://127.0.0.1:1/v1", apiKey: { env: KEY }, models: ${models} }`;
      const text = `store: "sqlite::memory:"\nproviders: [${provider}]\n`;
      await writeFile(path.join(at.folder, 'priced.yaml'), text);
      const { out } = await command(at.folder, ['check', '--config', 'priced.yaml'], { KEY: 'k' });
      assert.match(out, says);
    });
  }

  it('init prints a request that lists the models of image providers', async () => {
    const args = ['init', '--config', 'other.yaml', '--store', 'sqlite:other.db'];
    const { out } = await command(at.folder, args);
    assert.match(out, /\/v1\/models\?output_modalities=all/);
  });

  it('migrate prints the version of the tables', async () => {
    const { version } = await json('migrate');
    assert.ok(version >= 1);
  });

  it('works without a configuration, on a store', async () => {
    const { code, out } = await command(at.folder, [
      'keys',
      'list',
      '--store',
      'sqlite:gateway.db',
      '--json',
    ]);
    assert.deepEqual([code, JSON.parse(out).data.length > 0], [0, true]);
  });
});
