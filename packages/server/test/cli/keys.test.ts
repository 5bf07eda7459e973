import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { createApiKey, NO_LIMITS } from '@model-gateway/core';
import { openStores } from '@model-gateway/sql';
import { command, jsonOf } from '../support/command.ts';

describe('keys', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'model-gateway-server-'));
    await command(folder, ['migrate', '--store', 'sqlite:keys.db']);
  });
  afterEach(() => rm(folder, { recursive: true }));

  const run = (words: string, ...more: readonly string[]) =>
    command(folder, [...words.split(' '), ...more, '--store', 'sqlite:keys.db', '--json']);
  const json = async (words: string) => jsonOf(await run(words));
  const open = (account: string) => json(`credits grant --account ${account} --amount 10`);

  describe('create', () => {
    it('takes the only credit account, so that what the key makes is charged', async () => {
      await open('default');
      assert.equal((await json('keys create --label shop')).account, 'default');
    });

    it('does not choose between credit accounts', async () => {
      await open('first');
      await open('second');
      const { code, err } = await run('keys create --label shop');
      assert.deepEqual(
        [code, err],
        [
          1,
          'name the credit account that pays with --account (first, second), or say --no-account to charge nothing',
        ],
      );
      assert.equal((await json('keys create --label shop --account second')).account, 'second');
    });

    it('gives a management key the account that the keys pay from that it makes', async () => {
      await open('default');
      assert.equal((await json('keys create --label ci --kind management')).account, 'default');
      const { err } = await run('keys create --label ci --kind management --no-account');
      assert.match(err, /shows no credits, and makes no keys where keys are charged/);
    });

    it('says that nothing is charged with --no-account', async () => {
      const { code, out, err } = await run('keys create --label shop --no-account');
      assert.deepEqual(
        [code, JSON.parse(out).account, err],
        [0, null, 'The key has no credit account, so nothing that it makes is charged.'],
      );
    });

    it('is refused where no account pays, and nobody said that nothing is charged', async () => {
      const { code, out, err } = await run('keys create --label shop');
      assert.deepEqual([code, out], [1, '']);
      assert.match(err, /^no credit account pays for the key: .+ or say --no-account to charge/);
    });

    for (const [what, words, says] of [
      [
        'a credit account that the store does not hold',
        ['keys create --label shop --account nope'],
        'there is no credit account "nope"; model-gateway credits grant --account ID --amount USD opens one',
      ],
      ['an empty label', ['keys create --label', ''], '--label must say what the key is for'],
      [
        'models of which one has no id',
        ['keys create --label shop --models acme/a,,acme/b'],
        '--models must be ids with commas between, such as openai/gpt-image-2, got "acme/a,,acme/b"',
      ],
      [
        'an end that is not a time',
        ['keys create --label shop --expires tomorrow'],
        '--expires must be a time with its zone, such as 2027-01-31T12:00:00Z, got "tomorrow"',
      ],
      [
        'an end without a zone',
        ['keys create --label shop --expires 2999-01-01T00:00:00'],
        '--expires must be a time with its zone, such as 2027-01-31T12:00:00Z, got "2999-01-01T00:00:00"',
      ],
      [
        'an end without seconds',
        ['keys create --label shop --expires 2999-01-01T00:00Z'],
        '--expires must be a time with its zone, such as 2027-01-31T12:00:00Z, got "2999-01-01T00:00Z"',
      ],
      [
        'an end on a day that does not exist',
        ['keys create --label shop --expires 2999-02-29T00:00:00Z'],
        '--expires must be a time with its zone, such as 2027-01-31T12:00:00Z, got "2999-02-29T00:00:00Z"',
      ],
      [
        'an end at hour 24',
        ['keys create --label shop --expires 2999-01-01T24:00:00Z'],
        '--expires must be a time with its zone, such as 2027-01-31T12:00:00Z, got "2999-01-01T24:00:00Z"',
      ],
      [
        'an end in the past',
        ['keys create --label shop --expires 2020-01-01T00:00:00Z'],
        '--expires must be later than now, got 2020-01-01T00:00:00Z',
      ],
    ] as const) {
      it(`refuses ${what}`, async () => {
        const [first, ...more] = words;
        const { code, err } = await run(first, ...more);
        assert.deepEqual([code, err], [1, says]);
        assert.deepEqual((await json('keys list')).data, []);
      });
    }
  });

  describe('by the first digits of a hash', () => {
    const WANTED = { kind: 'inference', userId: 'user_1', organizationId: null } as const;
    const OTHERS = { allowedModels: null, creditAccountId: null, expiresAt: null } as const;
    const HASHES = ['a4a09843', 'a4a09844'].map((start) => start.padEnd(64, '0'));
    beforeEach(async () => {
      const { admin, close } = await openStores(`sqlite:${folder}/keys.db`);
      const workspaceId = '10000000-0000-4000-8000-000000000001';
      await admin.keys.import(
        HASHES.map((hash) => ({
          ...WANTED,
          ...OTHERS,
          hash,
          label: hash,
          workspaceId,
          limits: NO_LIMITS,
          state: 'active',
        })),
      );
      await close();
    });

    it('finds the key that a line of the log names', async () => {
      assert.equal((await json('keys show a4a09843')).hash, HASHES[0]);
      assert.equal((await json('keys disable a4a09844')).hash, HASHES[1]);
      assert.equal((await json('keys show a4a09844')).state, 'disabled');
    });

    for (const hash of ['a4a0984', 'a4a09845', 'A4A09843', '%']) {
      it(`finds nothing for ${hash}`, async () => {
        const { code, err } = await run(`keys disable ${hash}`);
        assert.deepEqual(
          [code, err],
          [
            1,
            `there is no key with the hash ${hash}; model-gateway keys list shows those that exist`,
          ],
        );
      });
    }

    it('refuses to choose between several keys', async () => {
      const { admin, close } = await openStores(`sqlite:${folder}/keys.db`);
      await admin.keys.import([{ ...createApiKey('another'), hash: 'a4a09843'.padEnd(64, '1') }]);
      await close();
      const { code, err } = await run('keys delete a4a09843');
      assert.deepEqual(
        [code, err],
        [1, 'several keys have a hash that begins with a4a09843: give more digits'],
      );
      assert.equal((await json('keys list')).data.length, 3);
    });
  });

  it('list gives a page with --limit, and says where the next begins', async () => {
    for (const label of ['one', 'two', 'three']) {
      await json(`keys create --label ${label} --no-account`);
    }
    const first = await json('keys list --limit 2');
    assert.equal(first.data.length, 2);
    const second = await json(`keys list --limit 2 --after ${first.next}`);
    assert.deepEqual([second.data.length, second.next], [1, null]);
    const hashes = [...first.data, ...second.data].map(({ hash }: { hash: string }) => hash);
    assert.equal(new Set(hashes).size, 3);
    const { code, err } = await run('keys list --limit 0');
    assert.deepEqual(
      [code, err],
      [
        2,
        "model-gateway: option '--limit <number>' argument '0' is invalid. expected a whole number from 1 to 1000000",
      ],
    );
  });

  it('list finds keys by a part of their label', async () => {
    for (const label of ['web shop', 'Shop 2', 'office']) {
      const { code } = await run('keys create --no-account --label', label);
      assert.equal(code, 0);
    }
    const { data } = await json('keys list --label shop');
    assert.deepEqual(data.map(({ label }: { label: string }) => label).toSorted(), [
      'Shop 2',
      'web shop',
    ]);
  });
});
