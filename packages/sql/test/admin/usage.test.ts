import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { createApiKey } from '@model-gateway/core';
import { AdministrationError, openStores, type UsageQuestion } from '@model-gateway/sql';
import { aGeneration } from '../../../core/test/builders.ts';
import { describeOnEach } from '../support/databases.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const NOON = Date.UTC(2026, 0, 10, 12);
const OTHER = 'b'.repeat(64);

const ALL: Omit<UsageQuestion, 'by'> = {
  firstDay: '2026-01-01',
  lastDay: '2026-01-31',
  offset: 0,
  limit: 100,
};

describeOnEach('sums of usage', (newDatabase) => {
  const filled = async (t: TestContext) => {
    const { stores, admin, close } = await openStores(await newDatabase());
    t.after(close);
    const kept = [
      { costUsd: '0.1' },
      { costUsd: '0.2', keyHash: OTHER, model: 'acme/brush' },
      { costUsd: '0.000000000000000001', provider: { slug: 'beta', name: 'Beta' } },
      { costUsd: '123456789012345678', createdAt: NOON - DAY_MS, accountId: 'org_2' },
      { costUsd: '0.2', createdAt: NOON - DAY_MS, model: 'acme/brush' },
      { costUsd: '5', createdAt: NOON - 30 * DAY_MS },
    ];
    for (const [number, given] of kept.entries()) {
      await stores.generations.add(aGeneration({ id: `gen-${number}`, ...given }));
    }
    const sums = async (question: Partial<UsageQuestion> & Pick<UsageQuestion, 'by'>) => {
      const { items, totalCount } = await admin.usage.sums({ ...ALL, ...question });
      return {
        totalCount,
        lines: items.map(({ group, costUsd }) => [...Object.values(group), costUsd]),
      };
    };
    return { admin, sums };
  };

  it('are exact, of every account, and have the tokens and the requests', async (t) => {
    const { admin } = await filled(t);
    const { items } = await admin.usage.sums({ ...ALL, by: ['user'] });
    assert.deepEqual(items, [
      {
        group: { user: 'user_1' },
        keyLabel: null,
        requests: 5,
        costUsd: '123456789012345678.500000000000000001',
        promptTokens: 50,
        completionTokens: 100,
        reasoningTokens: 0,
      },
    ]);
  });

  it('come with the newest day first, then what cost most, then by name', async (t) => {
    const { sums } = await filled(t);
    assert.deepEqual(await sums({ by: ['model', 'day', 'provider'] }), {
      totalCount: 5,
      lines: [
        ['acme/brush', '2026-01-10', 'acme', '0.2'],
        ['acme/quill', '2026-01-10', 'acme', '0.1'],
        ['acme/quill', '2026-01-10', 'beta', '0.000000000000000001'],
        ['acme/quill', '2026-01-09', 'acme', '123456789012345678'],
        ['acme/brush', '2026-01-09', 'acme', '0.2'],
      ],
    });
    assert.deepEqual((await sums({ by: ['account'] })).lines, [
      ['org_2', '123456789012345678'],
      ['org_1', '0.500000000000000001'],
    ]);
  });

  it('come in pages that know how many lines there are, also past the end', async (t) => {
    const { sums } = await filled(t);
    assert.deepEqual(await sums({ by: ['model', 'day'], offset: 1, limit: 1 }), {
      totalCount: 4,
      lines: [['acme/quill', '2026-01-10', '0.100000000000000001']],
    });
    assert.deepEqual(await sums({ by: ['day'], offset: 9 }), { totalCount: 2, lines: [] });
  });

  it('are narrowed by a workspace, whatever the case of its id', async (t) => {
    const { stores, admin, close } = await openStores(await newDatabase());
    t.after(close);
    const workspaceId = '10000000-0000-4000-8000-00000000000a';
    await stores.generations.add(aGeneration({ id: 'gen-1', costUsd: '0.1', workspaceId }));
    const only = { workspace: workspaceId.toUpperCase() };
    const { items } = await admin.usage.sums({ ...ALL, by: ['workspace'], only });
    assert.deepEqual(
      items.map(({ group }) => group),
      [{ workspace: workspaceId }],
    );
  });

  it('are narrowed by every group', async (t) => {
    const { sums } = await filled(t);
    for (const [only, costs] of [
      [{ account: 'org_2' }, ['123456789012345678']],
      [{ key: OTHER }, ['0.2']],
      [{ model: 'acme/brush' }, ['0.4']],
      [{ provider: 'beta' }, ['0.000000000000000001']],
      [{ day: '2026-01-10', model: 'acme/quill' }, ['0.100000000000000001']],
      [{ workspace: 'other' }, []],
      [{ user: 'user_1', model: undefined, key: OTHER }, ['0.2']],
      [{ model: 'a\0b' }, []],
    ] as const) {
      const { lines } = await sums({ by: ['user'], only });
      assert.deepEqual(
        lines,
        costs.map((cost) => ['user_1', cost]),
        JSON.stringify(only),
      );
    }
  });

  it('name the label of a key that is there', async (t) => {
    const { admin } = await filled(t);
    await admin.keys.import([{ ...createApiKey('key', { label: 'CI' }), hash: OTHER }]);
    const { items } = await admin.usage.sums({ ...ALL, by: ['key', 'account'] });
    assert.deepEqual(
      items.map(({ group, keyLabel }) => [group.key?.slice(0, 1), group.account, keyLabel]),
      [
        ['a', 'org_2', null],
        ['a', 'org_1', null],
        ['b', 'org_1', 'CI'],
      ],
    );
  });

  it('are refused where nothing is apart', async (t) => {
    const { sums } = await filled(t);
    await assert.rejects(sums({ by: [] }), AdministrationError);
  });
});
