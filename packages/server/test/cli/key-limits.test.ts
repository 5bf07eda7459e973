import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hashKey, systemClock } from '@model-gateway/core';
import { openStores } from '@model-gateway/sql';
import { aGeneration } from '../../../core/test/builders.ts';
import { command } from '../support/command.ts';
import { initialized } from '../support/initialized.ts';

/* What operators do with a key that clients go on using. Source: contract §2.8, §19.4. */

describe('keys and workspaces that clients go on using', () => {
  const at = initialized();
  const { run, json } = at;
  const limitsIn = ({ limit, limit_reset, requests_per_minute, tokens_per_minute }: Shown) => [
    limit,
    limit_reset,
    requests_per_minute,
    tokens_per_minute,
  ];
  type Shown = Readonly<Record<string, unknown>>;

  it('have limits, one or all, that can be changed and taken away', async () => {
    const all =
      '--limit 20.50 --limit-reset daily --requests-per-minute 60 --tokens-per-minute 9000';
    const made = await json(`keys create --label limited ${all}`);
    assert.deepEqual(limitsIn(made), ['20.5', 'daily', 60, 9000]);
    const update = async (words: string) =>
      limitsIn(await json(`keys update ${made.hash} ${words}`));
    assert.deepEqual(await update('--limit 5'), ['5', 'daily', 60, 9000]);
    assert.deepEqual(await update('--limit-reset monthly'), ['5', 'monthly', 60, 9000]);
    assert.deepEqual(await update('--limit-reset never --no-tokens-per-minute'), [
      '5',
      null,
      60,
      null,
    ]);
    assert.deepEqual(await update('--no-limit --no-requests-per-minute'), [null, null, null, null]);
    assert.deepEqual(await update('--label same'), [null, null, null, null]);
    assert.deepEqual(limitsIn(await json('keys create --label free')), [null, null, null, null]);
  });

  for (const [words, code, says] of [
    ['--limit 1e3', 1, /^--limit must be a decimal number of USD such as 20\.00, got 1e3$/],
    ['--limit -1', 1, /^--limit must be/],
    [
      '--limit-reset daily',
      1,
      /^--limit-reset needs a limit to reset: --limit 20 --limit-reset daily$/,
    ],
    ['--limit 5 --limit-reset hourly', 2, /Allowed choices are daily, weekly, monthly, never/],
    ['--requests-per-minute 0', 2, /expected a whole number from 1/],
    ['--tokens-per-minute 1.5', 2, /expected a whole number from 1/],
  ] as const) {
    it(`refuse ${words}`, async () => {
      const outcome = await run(`keys create --label x ${words}`);
      assert.equal(outcome.code, code);
      assert.match(outcome.err, says);
    });
  }

  it('get a new text, beside which the old one works for the grace', async () => {
    const { key: text, ...made } = await json('keys create --label rotated --limit 5');
    const {
      key,
      old_text_ends,
      updated_at,
      text: mask,
      ...same
    } = await json(`keys rotate ${made.hash.slice(0, 8)} --grace 1h`);
    const { text: _mask, updated_at: _never, old_text_ends: _none, ...before } = made;
    assert.deepEqual(same, before);
    assert.ok(key.startsWith('mg-v1-') && key !== text);
    assert.equal(mask, `${key.slice(0, 9)}...${key.slice(-3)}`);
    assert.equal(Date.parse(old_text_ends) - Date.parse(updated_at), 3_600_000);
    const { stores, close } = await openStores(`sqlite:${at.folder}/gateway.db`);
    for (const known of [text, key]) {
      assert.equal((await stores.keys.findByHash(hashKey(known)))?.hash, made.hash);
    }
    await close();
    const { err } = await run(`keys rotate ${made.hash} --grace 0s`);
    assert.equal(err, 'Keep the key: it is shown this once.');
    for (const grace of ['1', '1w', '-1h', '9999999d', '']) {
      assert.equal((await run(`keys rotate ${made.hash} --grace ${grace}`)).code, 2, grace);
    }
    assert.equal((await run(`keys rotate ${made.hash}`)).code, 2);
    assert.match((await run('keys rotate 00000000 --grace 1h')).err, /^there is no key/);
  });

  it('are listed by what they have', async () => {
    await json('credits grant --account other --amount 1');
    const { hash, workspace } = await json(
      'keys create --label listed --account other --user user_7',
    );
    await json(`keys disable ${hash}`);
    for (const [words, isThere] of [
      ['--state disabled', true],
      ['--state active', false],
      ['--kind management', false],
      ['--account other', true],
      ['--no-account', false],
      ['--user user_7 --label LIST', true],
      [`--workspace ${workspace}`, true],
      ['--organization org_2', false],
      ['--label 100%', false],
    ] as const) {
      const { data } = await json(`keys list ${words}`);
      const hashes = data.map((key: { hash: string }) => key.hash);
      assert.equal(hashes.includes(hash), isThere, words);
    }
  });

  it('are in workspaces that have a name', async () => {
    const { id } = await json('workspaces create --organization org_8 --name Named');
    for (const words of ['create --organization org_8', `rename ${id}`]) {
      for (const name of ['', ' ']) {
        const { code, err } = await command(at.folder, [
          'workspaces',
          ...words.split(' '),
          '--name',
          name,
        ]);
        assert.equal(code, 1);
        assert.match(err, /^--name must say what the workspace is called, got " ?"/);
      }
    }
    const { data } = await json('workspaces list --organization org_8');
    assert.deepEqual(
      data.map(({ name }: { name: string }) => name),
      ['Named'],
    );
  });

  it('rename and delete workspaces, which must be empty by then', async () => {
    const { id } = await json('workspaces create --organization org_9 --name Old');
    assert.equal((await json(`workspaces rename ${id} --name New`)).name, 'New');
    const { data } = await json('workspaces list --organization org_9');
    assert.deepEqual(
      data.map(({ name }: { name: string }) => name),
      ['New'],
    );
    const { hash } = await json(`keys create --label in --workspace ${id} --no-account`);
    assert.match((await run(`workspaces delete ${id}`)).err, /still has keys: delete them first/);
    await json(`keys delete ${hash}`);
    assert.deepEqual(await json(`workspaces delete ${id}`), { id, deleted: true });
    for (const words of [`delete ${id}`, `rename ${id} --name x`]) {
      assert.match((await run(`workspaces ${words}`)).err, /^there is no workspace/);
    }
    assert.equal((await run('workspaces list --limit 0')).code, 2);
  });

  it('show what a generation was, by its id', async () => {
    const { hash } = await json('keys create --label maker --account other');
    const { stores, close } = await openStores(`sqlite:${at.folder}/gateway.db`);
    const key = await stores.keys.findByHash(hash);
    assert.ok(key);
    const { organizationId, userId, workspaceId } = key;
    await stores.generations.add(
      aGeneration({
        // Stores delete those of long ago a second after they are opened.
        createdAt: systemClock.now(),
        accountId: organizationId ?? '',
        keyHash: hash,
        userId,
        workspaceId,
        promptTokens: 80_000,
        completionTokens: 700,
        costUsd: '0.25',
      }),
    );
    await close();
    const shown = await json('generations show gen-1');
    const { label, account, model, provider, prompt_tokens, completion_tokens, usd } = shown;
    assert.deepEqual(
      [label, account, model, provider, prompt_tokens, completion_tokens, usd],
      ['maker', 'other', 'acme/quill', 'acme', 80_000, 700, '0.25'],
    );
    assert.match((await run('generations show gen-2')).err, /^there is no generation gen-2/);
  });
});
