import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { serve, type RunningServer } from '@model-gateway/node';
import { openGateway, type OpenGateway } from '../../src/index.ts';
import { command } from '../support/command.ts';

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

  const json = async (words: string, ...more: string[]) => {
    const args = [...words.split(' '), ...more, '--json'];
    const { code, out, err } = await command(folder, args);
    assert.equal(code, 0, err);
    return JSON.parse(out);
  };
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
    const { id } = await json(
      `guardrails assign --organization ${made.organization} --user ${made.user} --by ${made.user}`,
      '--guardrail',
      '11111111-1111-4111-8111-111111111111',
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
    assert.equal((await json('members list')).total_count, 1);
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

  it('names the member that it adds, and no other', async () => {
    const twice = ['init', '--store', 'sqlite:members.db', '--email'];
    const first = await command(folder, [...twice, 'ada@acme.example', '-c', 'one.yaml']);
    const second = await command(folder, [...twice, 'bob@acme.example', '-c', 'two.yaml']);
    assert.match(first.out, /"org_default" has one member, ada@acme\.example\./);
    assert.equal(second.code, 0);
    assert.doesNotMatch(second.out, /bob@acme/);
  });
});

describe('the owner of a new key', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'model-gateway-server-'));
  });
  after(() => rm(folder, { recursive: true }));

  const run = (words: string) =>
    command(folder, [...words.split(' '), '--store', 'sqlite:owner.db', '--json']);
  const json = async (words: string) => {
    const { code, out, err } = await run(words);
    assert.equal(code, 0, err);
    return JSON.parse(out);
  };
  const join = (organization: string, user: string) =>
    json(
      `members add --organization ${organization} --id ${user} --email a@b.example --first-name A --last-name B`,
    );

  it('is the user, where that is not a member of an organization', async () => {
    const { organization, user } = await json('keys create --label one --user user_alone');
    assert.deepEqual([organization, user], [null, 'user_alone']);
  });

  it('is the organization that owns its workspace', async () => {
    const { id } = await json('workspaces create --organization org_1 --name Production');
    const made = await json(`keys create --label two --workspace ${id}`);
    assert.deepEqual([made.organization, made.workspace], ['org_1', id]);
  });

  it('cannot be a workspace that the store does not hold', async () => {
    const unknown = '11111111-1111-4111-8111-111111111111';
    const { code, err } = await run(`keys create --label lost --workspace ${unknown}`);
    assert.deepEqual(
      [code, err],
      [1, `there is no workspace ${unknown}; model-gateway workspaces list names those there are`],
    );
    const { data } = await json('keys list');
    assert.ok(!data.some(({ label }: { label: string }) => label === 'lost'));
  });

  for (const words of [
    'keys create --label lost',
    'destinations create --type webhook --name lost --settings {}',
  ]) {
    it(`cannot be an organization that does not own the workspace: ${words}`, async () => {
      const { id } = await json('workspaces create --organization org_1 --name Other');
      const { code, err } = await run(`${words} --workspace ${id} --organization org_2`);
      assert.deepEqual(
        [code, err],
        [
          1,
          `workspace ${id} belongs to org_1, not to org_2; leave --organization out, or name a workspace of org_2`,
        ],
      );
    });
  }

  it('has to be named where the user is a member of several organizations', async () => {
    await join('org_1', 'user_both');
    await join('org_2', 'user_both');
    const { code, err } = await run('keys create --label three --user user_both');
    assert.equal(code, 1);
    assert.equal(err, 'user_both is a member of org_1 and org_2: name one with --organization');
  });
});
