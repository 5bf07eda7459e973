import assert from 'node:assert/strict';
import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createManualClock } from '@model-gateway/core';
import { openStores } from '@model-gateway/sql';
import { aGeneration } from '../../../core/test/builders.ts';
import { command, wordsFor } from '../support/command.ts';

const NOW = aGeneration().createdAt;
const CLOCK = createManualClock(NOW);

/* What may be spent, is spent and is left. Source: contract §2.9. */

describe('budgets and spending', () => {
  let folder: string;
  let made: { readonly hash: string; readonly workspace: string };

  const { run, json } = wordsFor((args) => command(folder, args, {}, '', CLOCK));

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'model-gateway-budgets-'));
    assert.equal((await command(folder, ['init'])).code, 0);
    made = await json('keys create --label CI --limit 20 --limit-reset daily');
    const { stores, close } = await openStores(`sqlite:${path.join(folder, 'gateway.db')}`, {
      clock: CLOCK,
    });
    const { hash: keyHash, workspace: workspaceId } = made;
    const generation = aGeneration({
      accountId: 'org_default',
      keyHash,
      userId: 'user_admin',
      workspaceId,
      costUsd: '0.25',
      items: [
        { item: 'prompt', count: '100000', price: '0.0000025', usd: '0.25' },
        { item: 'completion', count: '20', price: '0.0005', usd: '0.01' },
        { item: 'above_reserved', count: null, price: null, usd: '-0.01' },
      ],
    });
    await stores.generations.add(generation);
    const yesterday = { id: 'gen-2', createdAt: NOW - 86_400_000, costUsd: '3' };
    const { items: _items, ...untold } = generation;
    await stores.generations.add({ ...untold, ...yesterday });
    await close();
  });
  after(() => rm(folder, { recursive: true }));

  it('keys show says what is spent, and what is left until when', async () => {
    const shown = await json(`keys show ${made.hash.slice(0, 8)}`);
    const { usage, reserved, limit_remaining, resets_at } = shown;
    assert.deepEqual(
      [usage, reserved, limit_remaining, resets_at],
      ['0.25', '0', '19.75', '2026-01-11T00:00:00.000Z'],
    );
    const { usage_daily, usage_weekly, usage_monthly, usage_total } = shown;
    assert.deepEqual(
      [usage_daily, usage_weekly, usage_monthly, usage_total],
      ['0.25', '3.25', '3.25', '3.25'],
    );
    const { hash } = await json('keys create --label free');
    const free = await json(`keys show ${hash}`);
    assert.deepEqual([free.usage, free.limit_remaining, free.resets_at], ['0', null, null]);
  });

  it('generations show says how a cost adds up', async () => {
    const { out } = await run('generations show gen-1');
    assert.deepEqual(out.split('\n').slice(-4), [
      'prompt          100000 × 0.0000025  =  0.25',
      'completion             20 × 0.0005  =  0.01',
      'above_reserved                      = -0.01',
      'charged                             =  0.25',
    ]);
    assert.equal((await json('generations show gen-1')).charge[0].price, '0.0000025');
    assert.equal((await json('generations show gen-2')).charge, null);
    assert.match((await run('generations show gen-2')).out, /usd +3$/);
  });

  it('of workspaces and organizations are set, changed, listed and removed', async () => {
    const workspace = `--workspace ${made.workspace}`;
    const set = await json(`budgets set ${workspace} --limit 10.50 --limit-reset monthly`);
    assert.deepEqual(set, {
      of: 'workspace',
      id: made.workspace,
      limit: '10.5',
      limit_reset: 'monthly',
      usage: '3.25',
      reserved: '0',
      limit_remaining: '7.25',
      resets_at: '2026-02-01T00:00:00.000Z',
    });
    const changed = await json(`budgets set ${workspace} --limit 3`);
    assert.deepEqual([changed.limit_reset, changed.limit_remaining], ['monthly', '0']);
    const ever = await json(`budgets set ${workspace} --limit-reset never`);
    assert.deepEqual([ever.limit, ever.limit_reset, ever.resets_at], ['3', null, null]);
    await json('budgets set --organization org_default --limit 100 --limit-reset daily');
    const { data } = await json('budgets list');
    assert.deepEqual(
      data.map((row: Readonly<Record<string, string>>) => [row['of'], row['limit'], row['usage']]),
      [
        ['organization', '100', '0.25'],
        ['workspace', '3', '3.25'],
      ],
    );
    assert.match((await run('budgets list')).out, /^of +id +limit +limit_reset +usage/);
    assert.equal(
      (await json(`budgets show ${workspace.toUpperCase().replace('--WORKSPACE', '--workspace')}`))
        .limit,
      '3',
    );
    assert.equal((await json(`budgets remove ${workspace}`)).removed, true);
    assert.match((await run(`budgets show ${workspace}`)).err, /^the workspace \S+ has no budget/);
    assert.match((await run(`budgets remove ${workspace}`)).err, /has no budget/);
  });

  for (const [words, says] of [
    ['set --limit 5', /^say whose budget it is: --workspace UUID or --organization ID$/],
    ['set --workspace a --organization org_b --limit 5', /^say whose budget/],
    ['set --workspace 00000000-0000-4000-8000-000000000009 --limit 5', /^there is no workspace/],
    ['set --organization org_mistyped --limit 5', /^no key, workspace or member belongs to/],
    ['set --organization user_1 --limit 5', /^--organization must be an organization/],
    ['set --organization org_default --limit 1e3', /^--limit must be a decimal number/],
    ['set --organization org_2 --limit-reset daily', /needs a limit|no key, workspace/],
  ] as const) {
    it(`is refused: budgets ${words}`, async () => {
      const { code, err } = await run(`budgets ${words}`);
      assert.equal(code, 1);
      assert.match(err, says);
    });
  }

  it('newKeys of the configuration has the limits of new keys', async () => {
    const file = path.join(folder, 'model-gateway.yaml');
    await appendFile(
      file,
      '\nnewKeys: { limit: "20", limitReset: daily, requestsPerMinute: 60 }\n',
    );
    const limitsOf = async (words: string) => {
      const key = await json(`keys create --label new ${words}`.trim());
      return [key.limit, key.limit_reset, key.requests_per_minute, key.tokens_per_minute];
    };
    assert.deepEqual(await limitsOf(''), ['20', 'daily', 60, null]);
    assert.deepEqual(await limitsOf('--limit 5'), ['5', null, 60, null]);
    assert.deepEqual(await limitsOf('--limit-reset monthly'), ['20', 'monthly', 60, null]);
    assert.deepEqual(await limitsOf('--no-limit --no-requests-per-minute'), [
      null,
      null,
      null,
      null,
    ]);
    assert.deepEqual(await limitsOf('--kind management'), [null, null, null, null]);
    await appendFile(file, '\n');
  });
});
