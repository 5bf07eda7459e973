import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { serve } from '@model-gateway/node';
import { openGateway } from '../../src/index.ts';
import { command, jsonOf } from '../support/command.ts';

const ADDED = '--email ada@acme.example --first-name Ada --last-name Lovelace --role admin';

describe('workspaces move', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'model-gateway-server-'));
    await command(folder, ['migrate', '--store', 'sqlite:old.db']);
  });
  after(() => rm(folder, { recursive: true }));

  const run = (words: string) =>
    command(folder, [...words.split(' '), '--store', 'sqlite:old.db', '--json']);
  const json = async (words: string) => jsonOf(await run(words));

  it('gives a management key without an organization one, whose members it lists', async () => {
    // As the first `init` made them: a workspace and a key of a user without an organization.
    const { key, workspace } = await json('keys create --label old --kind management --no-account');
    await json(`members add --organization org_default --id user_admin ${ADDED}`);
    const moved = await json(`workspaces move ${workspace} --organization org_default`);
    assert.deepEqual([moved.id, moved.organization], [workspace, 'org_default']);

    const gateway = await openGateway(
      { store: 'sqlite:old.db', log: { level: 'silent' } },
      { folder },
    );
    const server = await serve(gateway.handle);
    const headers = { authorization: `Bearer ${key}` };
    const response = await fetch(`${server.url}/organization/members`, { headers });
    assert.equal(response.status, 200);
    const { total_count } = (await response.json()) as { total_count: number };
    assert.equal(total_count, 1);
    await server.close();
    await gateway.close();
  });

  it('says when the organization has no members', async () => {
    const { id } = await json('workspaces create --organization user_b --name Private');
    const { code, err } = await run(`workspaces move ${id} --organization org_empty`);
    assert.deepEqual(
      [code, err],
      [0, 'org_empty has no members yet; model-gateway members add adds one'],
    );
  });

  it('refuses a workspace that the store does not hold, and a user as the organization', async () => {
    const unknown = '11111111-1111-4111-8111-111111111111';
    const lost = await run(`workspaces move ${unknown} --organization org_default`);
    assert.deepEqual(
      [lost.code, lost.err],
      [1, `there is no workspace ${unknown}; model-gateway workspaces list shows those that exist`],
    );
    const toUser = await run(`workspaces move ${unknown} --organization user_b`);
    assert.match(toUser.err, /^--organization must be an organization such as org_default, got/);
  });
});
