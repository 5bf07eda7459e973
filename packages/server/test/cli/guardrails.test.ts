import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createGateway, createManualClock, type Provider } from '@model-gateway/core';
import { openStores } from '@model-gateway/sql';
import { model } from '@model-gateway/worlds';
import { command, wordsFor } from '../support/command.ts';

describe('model-gateway guardrails', () => {
  let folder: string;
  let organization: string;
  let user: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'model-gateway-server-'));
    ({ organization, user } = await json('init'));
    const config = 'store: "sqlite:gateway.db"\nproviders: [{ kind: demo }]\n';
    await writeFile(path.join(folder, 'model-gateway.yaml'), config);
    await writeFile(path.join(folder, 'without.yaml'), 'store: "sqlite:gateway.db"\n');
  });
  after(() => rm(folder, { recursive: true }));

  const { run, json, refused } = wordsFor((args) => command(folder, args));
  const created = (name: string, words = '') =>
    json(`guardrails create --organization ${organization} --name ${name}${words}`);

  it('are made, listed, shown and deleted', async () => {
    const made = await created(
      'careful',
      ' --models acme/a,acme/b --providers DEMO --zdr --limit 20.50 --limit-reset weekly',
    );
    const { id, created_at: _, ...rest } = made;
    assert.deepEqual(rest, {
      organization,
      name: 'careful',
      models: ['acme/a', 'acme/b'],
      providers: ['DEMO'],
      zdr: true,
      limit: '20.5',
      limit_reset: 'weekly',
    });
    assert.deepEqual((await json('guardrails list')).data, [made]);
    assert.deepEqual((await json('guardrails list --organization org_other')).data, []);
    assert.deepEqual(await json(`guardrails show ${id}`), { ...made, members: [], keys: [] });
    assert.deepEqual(await json(`guardrails delete ${id}`), { id, deleted: true });
    assert.match(
      await refused(`guardrails show ${id}`),
      /^there is no guardrail .*guardrails list/,
    );
  });

  it('are changed in what is named, and keep the rest', async () => {
    const made = await created('careful', ' --models acme/a --limit 20 --limit-reset weekly');
    const update = `guardrails update ${made.id}`;
    const steps = [
      ['--name calm', { name: 'calm' }],
      ['--models acme/b,acme/c', { models: ['acme/b', 'acme/c'] }],
      ['--providers demo', { providers: ['demo'] }],
      ['--zdr --limit 5.50', { zdr: true, limit: '5.5' }],
      ['--limit-reset never', { limit_reset: null }],
      ['--no-models --no-providers --no-zdr', { models: null, providers: null, zdr: false }],
      ['--limit-reset daily', { limit_reset: 'daily' }],
      ['--no-limit', { limit: null, limit_reset: null }],
    ] as const;
    let expected = made;
    for (const [flags, change] of steps) {
      expected = { ...expected, ...change };
      assert.deepEqual(await json(`${update} ${flags}`), expected, flags);
    }
    assert.deepEqual(await json(`guardrails show ${made.id}`), {
      ...expected,
      members: [],
      keys: [],
    });
    assert.match(await refused(update), /^say what to change: --name/);
    assert.match(await refused(`${update} --name`, ''), /^--name must say/);
    assert.match(await refused(`${update} --models`, 'a,,b'), /^--models must be ids/);
    assert.match(await refused(`${update} --providers acme`), /has the slug acme/);
    assert.match(await refused(`${update} --limit-reset daily`), /^--limit-reset needs a limit/);
    assert.match(await refused(`${update} --no-limit --limit-reset daily`), /needs a limit/);
    assert.match(
      await refused('guardrails update 11111111-1111-4111-8111-111111111111 --zdr'),
      /^there is no guardrail 1111/,
    );
    await json(`guardrails delete ${made.id}`);
  });

  it('limit nothing that is left out', async () => {
    const { id, models, providers, zdr, limit, limit_reset } = await created('open');
    assert.deepEqual([models, providers, zdr, limit, limit_reset], [null, null, false, null, null]);
    await json(`guardrails delete ${id}`);
  });

  it('are refused with a sentence for what makes no sense', async () => {
    const create = `guardrails create --organization ${organization} --name x`;
    assert.equal(
      await refused(`${create} --providers demo,demmo`),
      '--providers: no provider of model-gateway.yaml has the slug demmo; did you mean "demo"?',
    );
    assert.match(await refused(`${create} --providers acme`), /slug acme; those are demo/);
    assert.match(
      await refused(`${create} --providers demo --config without.yaml`),
      /no provider of without.yaml has the slug demo; it has none$/,
    );
    assert.match(await refused(`${create} --models`, 'a,,b'), /^--models must be ids with commas/);
    assert.match(await refused(`${create} --limit -1`), /^--limit must be a decimal number/);
    assert.match(await refused(`${create} --limit-reset daily`), /^--limit-reset needs a limit/);
    assert.match(await refused('guardrails create --name x --organization', ''), /^--organization/);
    const noName = `guardrails create --organization ${organization} --name`;
    assert.match(await refused(noName, ''), /^--name must say/);
    assert.match(await refused(noName, 'a\u0007b'), /control character U\+0007/);
  });

  it('are made without a configuration, where nobody knows the providers', async () => {
    const { code, err } = await run(
      `guardrails create --store sqlite:alone.db --organization org_1 --name x --providers acme`,
    );
    assert.match(err, /The providers are not checked/);
    assert.equal(code, 1, 'the store has no tables yet');
  });

  it('are assigned to members and keys, listed, and unassigned', async () => {
    const { id } = await created('held');
    const key = await json('keys create --label guarded --no-account');
    const toMember = await json(`guardrails assign --guardrail ${id} --user ${user} --by ${user}`);
    assert.deepEqual([toMember.guardrail_id, toMember.organization_id], [id, organization]);
    const toKey = await json(
      `guardrails assign --guardrail ${id} --key ${key.hash.slice(0, 8)} --by ${user}`,
    );
    assert.deepEqual([toKey.guardrail_id, toKey.key], [id, key.hash]);
    const shown = await json(`guardrails show ${id}`);
    assert.deepEqual([shown.members, shown.keys], [[user], [key.hash]]);
    const { data } = await json(`guardrails assignments --guardrail ${id}`);
    assert.deepEqual(data, [toMember, toKey]);
    assert.equal((await json('guardrails assignments')).total_count, 2);
    assert.match(
      await refused(`guardrails delete ${id}`),
      /is still assigned .*: unassign it first/,
    );
    assert.match(
      await refused(`guardrails assign --guardrail ${id} --key ${key.hash} --by ${user}`),
      /has guardrail .* already$/,
    );
    for (const one of [toMember, toKey]) {
      const done = await json(`guardrails unassign ${one.id}`);
      assert.deepEqual(done, { id: one.id, unassigned: true });
      assert.equal(
        await refused(`guardrails unassign ${one.id}`),
        `there is no assignment ${one.id}`,
      );
    }
    await json(`guardrails delete ${id}`);
  });

  it('are assigned to those alone whom they can hold for', async () => {
    const { id } = await created('held');
    const other = await json('guardrails create --organization org_other --name other');
    const assign = `guardrails assign --by ${user} --guardrail`;
    assert.match(await refused(`${assign} ${id}`), /^say whom it holds for/);
    assert.match(
      await refused(`${assign} ${id} --user ${user} --key ab`),
      /^say whom it holds for/,
    );
    assert.match(
      await refused(`${assign} ${id} --key ab --organization ${organization}`),
      /^--organization goes with --user/,
    );
    assert.equal(
      await refused(`${assign} ${id} --user user_typo`),
      `"user_typo" is no member of "${organization}" and has no key there`,
    );
    assert.equal(
      await refused(`${assign} ${other.id} --user ${user} --organization ${organization}`),
      `"${organization}" has no guardrail ${other.id}: create it first`,
    );
    const key = await json('keys create --label theirs --no-account');
    assert.match(
      await refused(`${assign} ${other.id} --key ${key.hash}`),
      /has no guardrail .*: create it first$/,
    );
    assert.match(
      await refused(`${assign} 11111111-1111-4111-8111-111111111111 --user ${user}`),
      /^there is no guardrail 11111111/,
    );
    for (const one of [id, other.id]) await json(`guardrails delete ${one}`);
  });

  it('act in a gateway over the same store, from the next request on', async () => {
    const { id } = await created('none', ' --models acme/other');
    const key = await json('keys create --label acting --no-account');
    // Processes look for changes of others every 0.1 s.
    const clock = createManualClock(Date.UTC(2026, 0, 1));
    const database = `sqlite:${path.join(folder, 'gateway.db')}`;
    const { stores, ledger, close } = await openStores(database, { clock });
    const entry = model({ id: 'acme/quill', output: ['embeddings'] });
    const models = {
      revision: async () => 'r1',
      snapshot: async () => ({ revision: 'r1', entries: [entry] }),
    };
    const gateway = createGateway({
      clock,
      stores: { ...stores, models },
      inference: { ledger },
      providers: [EMBEDDER],
    });
    const ask = async () => {
      clock.advance(1000);
      const bytes = new TextEncoder().encode('{"model":"acme/quill","input":"Hi"}');
      const answer = await gateway.handle({
        method: 'POST',
        path: '/embeddings',
        search: '',
        mount: '/v1',
        headers: { authorization: `Bearer ${key.key}` },
        body: { kind: 'bytes', read: async () => bytes },
      });
      return answer?.status;
    };
    assert.equal(await ask(), 200);
    const assigned = await json(
      `guardrails assign --guardrail ${id} --key ${key.hash} --by ${user}`,
    );
    assert.equal(await ask(), 403);
    await json(`guardrails unassign ${assigned.id}`);
    assert.equal(await ask(), 200);
    await close();
  });
});

const EMBEDDER: Provider = {
  slug: 'demo',
  name: 'Demo',
  embeddings: {
    endpoint: () => ({
      contextTokens: 100,
      inputs: new Set(['text']),
      dimensions: { usual: 1, from: [1, 1] },
      inputTypes: new Set(),
      passthrough: new Set(),
      pricing: { prompt: '0', completion: '0' },
    }),
    async embed({ inputs }, { dispatched }) {
      dispatched();
      const vectors = inputs.map(() => ({ encoding: 'float' as const, values: [1] }));
      return { vectors, usage: { promptTokens: 1 } };
    },
  },
};
