import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { serve, type RunningServer } from '@model-gateway/node';
import { loadConfig, openGateway, type OpenGateway } from '../../src/index.ts';
import { command, wordsFor } from '../support/command.ts';

interface Call {
  readonly method?: string;
  readonly body?: object;
}

const WEBHOOK = JSON.stringify({ url: 'https://hooks.example/in' });

describe('what init makes', () => {
  let folder: string;
  let gateway: OpenGateway;
  let server: RunningServer;
  let made: Record<'management' | 'inference' | 'organization' | 'user' | 'workspace', string>;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'model-gateway-server-'));
    made = await json('init --email ada@acme.example');
    gateway = await openGateway(
      { store: 'sqlite:gateway.db', log: { level: 'silent' } },
      { folder },
    );
    server = await serve(gateway.handle);
  });
  after(async () => {
    await server.close();
    await gateway.close();
    await rm(folder, { recursive: true });
  });

  const { json } = wordsFor((args) => command(folder, args));
  /** Asks with the management key; resolves to the status and the body. */
  const ask = async (route: string, { method = 'GET', body }: Call = {}) => {
    const response = await fetch(`${server.url}${route}`, {
      method,
      headers: { authorization: `Bearer ${made.management}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return [response.status, await response.json()];
  };

  it('is an organization whose first member owns both keys', async () => {
    const member = {
      id: made.user,
      email: 'ada@acme.example',
      first_name: 'Gateway',
      last_name: 'Admin',
      role: 'admin',
    };
    const [status, body] = await ask('/organization/members');
    assert.deepEqual([status, body], [200, { data: [member], total_count: 1 }]);
    const { data: keys } = await json('keys list');
    for (const { organization, user } of keys) {
      assert.deepEqual([organization, user], [made.organization, made.user]);
    }
  });

  it('is a management key that lists and changes the destinations of its workspace', async () => {
    const { id } = await json(
      'destinations create --type webhook --name Hook --workspace',
      made.workspace,
      '--settings',
      WEBHOOK,
    );
    const [status, { data }] = await ask('/observability/destinations');
    assert.deepEqual([status, data[0].id], [200, id]);
    const change = { method: 'PATCH', body: { enabled: false } };
    const [changed, body] = await ask(`/observability/destinations/${id}`, change);
    assert.deepEqual([changed, body.data.enabled], [200, false]);
  });

  it('is a management key that lists the guardrails of its organization', async () => {
    const guardrail = await json(
      `guardrails create --organization ${made.organization} --name careful`,
    );
    const { id } = await json(
      `guardrails assign --user ${made.user} --by ${made.user} --guardrail ${guardrail.id}`,
    );
    const [status, { data }] = await ask('/guardrails/assignments/members');
    assert.deepEqual([status, data[0].id], [200, id]);
  });

  it('is a workspace that later keys of the same user get too', async () => {
    const later = await json('keys create --label later');
    assert.deepEqual([later.organization, later.workspace], [made.organization, made.workspace]);
  });

  it('is added to a store that another configuration uses, without a second member', async () => {
    await json('init --config second.yaml --store sqlite:gateway.db');
    assert.equal((await json('members list')).data.length, 1);
  });
});

describe('an init', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'model-gateway-server-'));
  });
  after(() => rm(folder, { recursive: true }));

  it('that fails leaves no configuration, so that it can be called again', async () => {
    const failed = await command(folder, ['init', '--store', 'sqlite:no-such-folder/gateway.db']);
    assert.equal(failed.code, 1);
    assert.equal((await command(folder, ['init'])).code, 0);
  });

  it('refuses an organization without an id', async () => {
    const { code, err } = await command(folder, ['init', '-c', 'no.yaml', '--organization', '']);
    assert.equal(code, 1);
    assert.match(err, /--organization must be an id such as org_default, got ''/);
  });

  for (const email of [
    '',
    'ada',
    '@acme.example',
    'ada@',
    'ada @acme.example',
    'a@b@c',
    'ada@\n',
  ]) {
    it(`refuses the address ${JSON.stringify(email)}, and writes nothing`, async () => {
      const { code, err } = await command(folder, ['init', '-c', 'no.yaml', '--email', email]);
      assert.deepEqual(
        [code, err],
        [1, `--email must be an address such as ada@example.com, got ${JSON.stringify(email)}`],
      );
      assert.ok(!(await readdir(folder)).includes('no.yaml'));
    });
  }

  it('refuses a user as its organization', async () => {
    const args = ['init', '-c', 'no.yaml', '--organization', 'user_ada'];
    const { code, err } = await command(folder, args);
    assert.equal(code, 1);
    assert.match(err, /^--organization must be an organization such as org_default, got the user /);
  });

  it('names the member that it adds, and no other', async () => {
    const twice = ['init', '--store', 'sqlite:members.db', '--email'];
    const first = await command(folder, [...twice, 'ada@acme.example', '-c', 'one.yaml']);
    const second = await command(folder, [...twice, 'bob@acme.example', '-c', 'two.yaml']);
    assert.match(first.out, /"org_default" has one member, ada@acme\.example\./);
    assert.equal(second.code, 0);
    assert.doesNotMatch(second.out, /bob@acme/);
  });
});

describe('init --keep-config', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'model-gateway-server-'));
  });
  after(() => rm(folder, { recursive: true }));
  const init = (...more: string[]) => command(folder, ['init', '--keep-config', ...more]);

  it('needs the configuration', async () => {
    const { code, err } = await init();
    assert.equal(code, 1);
    assert.match(err, /model-gateway\.yaml: no such file/);
  });

  it('makes tables and keys in its store once, and leaves the file as it is', async () => {
    const file = path.join(folder, 'model-gateway.yaml');
    const text = 'store: { env: STORE_URL }\ncredits: { required: true }\n';
    await writeFile(file, text);
    const env = { STORE_URL: 'sqlite:mounted.db' };
    const run = (...args: string[]) => command(folder, args, env);
    const first = await run('init', '--keep-config', '--json');
    assert.equal(first.code, 0, first.err);
    const { inference, organization, account } = JSON.parse(first.out);
    assert.match(inference, /^mg-v1-/);
    assert.deepEqual([organization, account], ['org_default', 'default']);
    assert.equal(await readFile(file, 'utf8'), text);
    assert.deepEqual(
      (await readdir(folder)).filter((name) => !name.startsWith('mounted')),
      ['model-gateway.yaml'],
    );

    const second = await run('init', '--keep-config');
    assert.deepEqual([second.code, second.out], [1, '']);
    assert.match(second.err, /holds keys already, .*: model-gateway keys create makes more/);
    const { out } = await run('keys', 'list', '--json');
    assert.equal(JSON.parse(out).data.length, 2);
  });

  it('takes no --demo', async () => {
    const { code, err } = await init('--demo');
    assert.deepEqual([code, err.trim().endsWith('leave --demo out')], [1, true], err);
  });

  it('takes no --store', async () => {
    const { code, err } = await init('--store', 'sqlite:other.db');
    assert.deepEqual(
      [code, err],
      [1, '--keep-config uses the store of the configuration: leave --store out'],
    );
  });
});

it('init --demo makes a gateway that talks', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'model-gateway-server-'));
  t.after(() => rm(folder, { recursive: true }));
  const { code, out } = await command(folder, ['init', '--demo']);
  assert.equal(code, 0);
  const [, key] = /inference key +(\S+)/.exec(out) ?? [];
  assert.match(out, /\/v1\/chat\/completions/);
  const { config } = await loadConfig(path.join(folder, 'model-gateway.yaml'), {});
  const providers = config.providers.map(({ kind, models }) => ({ kind, models }));
  const gateway = await openGateway(
    { store: 'sqlite:gateway.db', providers, log: { level: 'silent' } },
    { folder },
  );
  t.after(() => gateway.close());
  const server = await serve(gateway.handle);
  t.after(() => server.close());
  const answer = await fetch(`${server.url}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'demo/echo', messages: [{ role: 'user', content: 'Hello' }] }),
  });
  assert.equal(answer.status, 200);
  // The shape is what other tests hold.
  const { choices } = (await answer.json()) as {
    choices: [{ message: { content: string } }];
  };
  assert.equal(choices[0].message.content, 'You said: Hello');
});
