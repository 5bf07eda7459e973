import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createManualClock } from '@model-gateway/core';
import { openStores } from '@model-gateway/sql';
import { aGeneration } from '../../../core/test/builders.ts';
import { command } from '../support/command.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const NOW = aGeneration().createdAt;
const CLOCK = createManualClock(NOW);
const DELETED = 'd'.repeat(64);

/* Who spent what, read from the sums by day. Source: contract §15.1. */

describe('model-gateway usage', () => {
  let folder: string;
  let hash: string;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'model-gateway-usage-'));
    assert.equal((await command(folder, ['init'])).code, 0);
    const made = await command(folder, 'keys create --label CI --json'.split(' '));
    hash = JSON.parse(made.out).hash;
    const { stores, close } = await openStores(`sqlite:${path.join(folder, 'gateway.db')}`, {
      clock: CLOCK,
    });
    const kept = [
      { model: 'acme/quill', costUsd: '0.1' },
      { model: 'acme/quill', costUsd: '0.2', keyHash: DELETED, workspaceId: 'w,2' },
      { model: 'acme/brush', costUsd: '0.000000000000000001', promptTokens: null },
      { model: 'acme/brush', costUsd: '4', createdAt: NOW - DAY_MS },
      { model: 'acme/brush', costUsd: '8', createdAt: NOW - 7 * DAY_MS, accountId: 'org_2' },
      { model: 'acme/brush', costUsd: '16', provider: null },
    ];
    for (const [number, given] of kept.entries()) {
      const usual = { keyHash: hash, workspaceId: 'w-1', reasoningTokens: 5 };
      const whole = { id: `gen-${number}`, ...usual, ...given };
      await stores.generations.add(aGeneration(whole));
    }
    await close();
  });
  after(() => rm(folder, { recursive: true }));

  const run = (words: string) =>
    command(folder, ['usage', ...words.split(' ').filter(Boolean)], {}, '', CLOCK);
  const rows = async (words: string) => {
    const { code, out, err } = await run(`${words} --json`);
    assert.equal(code, 0, err);
    return JSON.parse(out);
  };
  const pairs = async (words: string, ...names: string[]) =>
    (await rows(words)).data.map((row: Record<string, unknown>) => names.map((name) => row[name]));

  it('adds up the last seven days, each in its line, the newest first', async () => {
    const { data, ...rest } = await rows('');
    assert.deepEqual(rest, { since: '2026-01-04', until: '2026-01-10', total_count: 2 });
    assert.deepEqual(data[0], {
      day: '2026-01-10',
      requests: 3,
      prompt_tokens: 20,
      completion_tokens: 60,
      reasoning_tokens: 15,
      usd: '0.300000000000000001',
    });
    assert.equal(data[1].usd, '4');
  });

  it('says who spent what yesterday, by model', async () => {
    const words = '--by key,model --since yesterday --until yesterday';
    assert.deepEqual(await pairs(words, 'label', 'key', 'model', 'usd'), [
      ['CI', hash, 'acme/brush', '4'],
    ]);
  });

  for (const [words, expected] of [
    [
      '--by model',
      [
        ['acme/brush', '4.000000000000000001'],
        ['acme/quill', '0.3'],
      ],
    ],
    [
      '--by model --since 8d',
      [
        ['acme/brush', '12.000000000000000001'],
        ['acme/quill', '0.3'],
      ],
    ],
    ['--by model --since 8d --organization org_2', [['acme/brush', '8']]],
    ['--by model --since 2026-01-09 --until 2026-01-09', [['acme/brush', '4']]],
    ['--by model --model acme/quill', [['acme/quill', '0.3']]],
    ['--by model --workspace w,2', [['acme/quill', '0.2']]],
    [`--by model --key ${DELETED}`, [['acme/quill', '0.2']]],
    ['--by model --provider other', []],
    ['--by model --user user_2', []],
    ['--by model --limit 1 --offset 1', [['acme/quill', '0.3']]],
  ] as const) {
    it(words, async () => assert.deepEqual(await pairs(words, 'model', 'usd'), expected));
  }

  it('has a column once, however often it is named', async () => {
    const { out } = await run('--by model,model,key,key --csv --model acme/quill --limit 1');
    assert.match(out, /^model,key,label,requests,/);
  });

  it('finds a key by the first digits of its hash', async () => {
    const found = await pairs(`--by key --key ${hash.slice(0, 8)}`, 'usd');
    assert.deepEqual(found, [['4.100000000000000001']]);
  });

  it('knows no label of a key that was deleted', async () => {
    const found = await pairs(`--by key --key ${DELETED}`, 'key', 'label', 'usd');
    assert.deepEqual(found, [[DELETED, null, '0.2']]);
  });

  it('prints CSV, with quotes where a text needs them', async () => {
    const { out } = await run('--by workspace,organization --since today --csv');
    assert.equal(
      out,
      [
        'workspace,organization,requests,prompt_tokens,completion_tokens,reasoning_tokens,usd',
        '"w,2",org_1,1,10,20,5,0.2',
        'w-1,org_1,2,10,40,10,0.100000000000000001',
      ].join('\n'),
    );
  });

  it('says that there are more lines than it prints', async () => {
    const { out, err } = await run('--by model --limit 1');
    assert.equal(out.split('\n').length, 2);
    assert.equal(err, 'There are more: --offset 1');
  });

  for (const [words, says] of [
    ['--since tomorrow', /^--since must be 7d for the last seven days, .*, got "tomorrow"$/],
    ['--since 2026-02-30', /^--since must be/],
    ['--since 0d', /^--since must be/],
    ['--until today --since 2026-01-11', /^--since 2026-01-11 is later than --until 2026-01-10$/],
    ['--key 00000000', /^there is no key with the hash 00000000/],
  ] as const) {
    it(`is refused: ${words}`, async () => {
      const { code, err } = await run(words);
      assert.equal(code, 1);
      assert.match(err, says);
    });
  }

  for (const words of ['--by team', '--by', '--by day,', '--csv --json', '--limit 0']) {
    it(`is no command line: ${words}`, async () => {
      assert.equal((await run(words)).code, 2);
    });
  }
});
