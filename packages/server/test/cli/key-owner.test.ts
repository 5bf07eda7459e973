import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { command, jsonOf } from '../support/command.ts';

describe('the owner of a new key', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'model-gateway-server-'));
    await command(folder, ['migrate', '--store', 'sqlite:owner.db']);
    await run('credits grant --account default --amount 1');
  });
  after(() => rm(folder, { recursive: true }));

  const run = (words: string) =>
    command(folder, [...words.split(' '), '--store', 'sqlite:owner.db', '--json']);
  const json = async (words: string) => jsonOf(await run(words));
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

  it('may be an organization that nobody heard of, which is said', async () => {
    const make = 'keys create --label first --organization org_new';
    const says = /^org_new was not in the store: .* no members; model-gateway members add adds one/;
    const { code, err } = await run(make);
    assert.equal(code, 0);
    assert.match(err, says);
    assert.equal((await run(make)).err, '');
  });

  it('cannot be a workspace that the store does not hold', async () => {
    const unknown = '11111111-1111-4111-8111-111111111111';
    const { code, err } = await run(`keys create --label lost --workspace ${unknown}`);
    assert.deepEqual(
      [code, err],
      [1, `there is no workspace ${unknown}; model-gateway workspaces list shows those that exist`],
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

  it('is the user who owns its workspace', async () => {
    const { id } = await json('workspaces create --organization user_other --name Private');
    const { organization, user } = await json(`keys create --label four --workspace ${id}`);
    assert.deepEqual([organization, user], [null, 'user_other']);
  });

  it('is the user who owns its workspace, whatever form the id has', async () => {
    const { workspace } = await json('keys create --label five --user ada');
    const { organization, user } = await json(`keys create --label six --workspace ${workspace}`);
    assert.deepEqual([organization, user], [null, 'ada']);
  });

  it('cannot be a user who does not own the workspace', async () => {
    const { id } = await json('workspaces create --organization user_other --name Private');
    const { code, err } = await run(`keys create --label lost --workspace ${id} --user user_admin`);
    assert.deepEqual(
      [code, err],
      [
        1,
        `workspace ${id} belongs to the user user_other, not to user_admin; leave --user out, or name a workspace of user_admin`,
      ],
    );
  });

  for (const words of [
    'keys create --label lost',
    'init --config lost.yaml',
    'guardrails assign --guardrail 11111111-1111-4111-8111-111111111111 --user user_b --by user_b',
    'members add --email a@b.example --first-name A --last-name B',
  ]) {
    it(`cannot be a user in place of an organization: ${words}`, async () => {
      const { code, err } = await run(`${words} --organization user_other`);
      assert.equal(code, 1);
      assert.match(
        err,
        /^--organization must be an organization such as org_default, got the user user_other/,
      );
    });
  }

  for (const words of [
    'keys create --label lost --user',
    'keys create --label lost --organization org_other --user',
    'members add --email a@b.example --first-name A --last-name B --organization org_other --id',
  ]) {
    it(`cannot be an organization in place of a user: ${words}`, async () => {
      const { code, err } = await run(`${words} org_other`);
      assert.equal(code, 1);
      assert.match(
        err,
        /^--(?:user|id) must be a user such as user_\w+, got the organization org_other/,
      );
    });
  }
});
