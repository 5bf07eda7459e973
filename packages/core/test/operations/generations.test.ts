import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  createMemoryGenerationStore,
  type CreditLedger,
  type Generation,
  type GenerationStore,
} from '@model-gateway/core';
import { aKey, bearer, get, envelopeOf, NOW } from '../builders.ts';
import {
  ACCOUNT,
  aChatGateway,
  aTalker,
  chunksOf,
  fails,
  MODEL,
  OTHER_MODEL,
  anEndpoint,
  says,
  settled,
} from '../chat/chat-builders.ts';

/* What is kept of a generation, and how it is read. Source: contract §15. */

const ADMIN = 'mg-mgmt-v1-admin';
const DAY_MS = 24 * 60 * 60 * 1000;

/** A gateway that keeps its generations, and a key of another account. */
function aScene(
  providers = [aTalker('one')],
  store: GenerationStore = createMemoryGenerationStore(),
) {
  const scene = aChatGateway(providers, {
    generations: store,
    otherKeys: [
      aKey({ text: ADMIN, kind: 'management' }),
      aKey({ text: 'mg-v1-colleague', userId: 'user_1' }),
      aKey({ text: 'mg-v1-stranger', userId: 'user_2' }),
      aKey({ text: 'mg-mgmt-v1-stranger', kind: 'management', userId: 'user_2' }),
    ],
  });
  const ask = async (path: string, text?: string) => {
    const answer = await get(scene.gateway, path, bearer(text));
    const body: unknown = JSON.parse(answer.text);
    return { status: answer.status, answer, data: (body as { data?: unknown }).data };
  };
  return { ...scene, store, ask };
}

type Row = Readonly<Record<string, unknown>>;

describe('GET /generation (contract §15.2)', () => {
  it('shows what a whole answer was and cost, to every key of its account', async () => {
    const scene = aScene();
    const { headers } = await scene.chat({}, { headers: { ...bearer(), 'x-session-id': 's-1' } });
    const id = headers['x-generation-id'];
    for (const text of [undefined, ADMIN, 'mg-v1-colleague']) {
      const { status, data } = await scene.ask(`/generation?id=${id}`, text);
      assert.equal(status, 200);
      const shown = data as Row;
      assert.equal(shown['id'], id);
      assert.equal(shown['model'], MODEL);
      assert.equal(shown['provider_name'], 'ONE');
      assert.equal(shown['session_id'], 's-1');
      assert.equal(shown['tokens_prompt'], 10);
      assert.equal(shown['tokens_completion'], 2);
      assert.equal(shown['total_cost'], 0.03);
      assert.equal(shown['finish_reason'], 'stop');
      assert.equal(shown['streamed'], false);
      assert.equal(shown['cancelled'], false);
      assert.equal(shown['api_type'], 'completions');
      assert.equal(shown['created_at'], new Date(NOW).toISOString());
    }
  });

  it('is kept with who asked, who served, and all that was counted', async () => {
    const counts = { inputTokens: 10, cacheReadTokens: 4, outputTokens: 6, reasoningTokens: 5 };
    const other = { [OTHER_MODEL]: anEndpoint() };
    const scene = aScene([
      aTalker('one', fails('server')),
      aTalker('two', says(['Hi'], counts), other),
    ]);
    const { headers } = await scene.chat({ models: [OTHER_MODEL] });
    const id = headers['x-generation-id'] ?? '';
    const { hash, userId, workspaceId } = aKey();
    assert.deepEqual(await scene.store.find(userId, id), {
      id,
      operation: 'createChatCompletion',
      accountId: userId,
      keyHash: hash,
      userId,
      workspaceId,
      sessionId: null,
      model: OTHER_MODEL,
      provider: { slug: 'two', name: 'TWO' },
      createdAt: NOW,
      isStream: false,
      isCancelled: false,
      finishReason: 'stop',
      ms: 0,
      firstOutputMs: 0,
      promptTokens: 10,
      completionTokens: 6,
      reasoningTokens: 5,
      cachedTokens: 4,
      costUsd: '0.07',
      items: [
        { item: 'prompt', count: '6', price: '0.001', usd: '0.006' },
        { item: 'input_cache_read', count: '4', price: '0.001', usd: '0.004' },
        { item: 'completion', count: '1', price: '0.01', usd: '0.01' },
        { item: 'internal_reasoning', count: '5', price: '0.01', usd: '0.05' },
      ],
    });
  });

  it('has the session of the body first', async () => {
    const sessionWith = async (session_id: string) => {
      const scene = aScene();
      const given = { headers: { ...bearer(), 'x-session-id': 's-1' } };
      const { headers } = await scene.chat({ session_id }, given);
      const { data } = await scene.ask(`/generation?id=${headers['x-generation-id']}`);
      return (data as Row)['session_id'];
    };
    assert.equal(await sessionWith('s-2'), 's-2');
    // Neither an empty name nor one that no header could have is a session.
    assert.equal(await sessionWith(''), 's-1');
    assert.equal(await sessionWith('sitzung-ü'), 's-1');
  });

  for (const [who, text] of [
    ['an inference key', 'mg-v1-stranger'],
    ['a management key', 'mg-mgmt-v1-stranger'],
  ] as const) {
    it(`is a 404 for ${who} of another account`, async () => {
      const scene = aScene();
      const { headers } = await scene.chat();
      const { status } = await scene.ask(`/generation?id=${headers['x-generation-id']}`, text);
      assert.equal(status, 404);
    });
  }

  it('is a 404 for an unknown id, and where no generations are kept', async () => {
    assert.equal((await aScene().ask('/generation?id=gen-unknown')).status, 404);
    const without = aChatGateway([aTalker('one')]);
    assert.equal((await get(without.gateway, '/generation?id=gen-1')).status, 404);
  });

  for (const search of ['', '?id=']) {
    it(`is a 400 for "${search}"`, async () => {
      const { status, answer } = await aScene().ask(`/generation${search}`);
      assert.equal(status, 400);
      assert.match(envelopeOf(answer).error.message, /id/);
    });
  }
});

describe('what is kept of a generation (contract §15.1)', () => {
  const kept: Generation[] = [];
  const collecting: GenerationStore = {
    ...createMemoryGenerationStore(),
    add: async (generation) => void kept.push(generation),
  };
  const lastOf = async (work: () => Promise<unknown>) => {
    kept.length = 0;
    await work();
    await settled();
    return kept;
  };

  it('a stream is kept at its end, with the time to its first output', async () => {
    const scene = aScene([aTalker('one')], collecting);
    const [generation, ...more] = await lastOf(async () =>
      chunksOf(await scene.chat({ stream: true })),
    );
    assert.deepEqual(more, []);
    assert.equal(generation?.isStream, true);
    assert.equal(generation?.firstOutputMs, 0);
    assert.equal(generation?.finishReason, 'stop');
    assert.equal(generation?.costUsd, '0.03');
    assert.deepEqual(
      generation?.items?.map(({ item, count, usd }) => [item, count, usd]),
      [
        ['prompt', '10', '0.01'],
        ['completion', '2', '0.02'],
      ],
    );
    assert.equal(generation?.operation, 'createChatCompletion');
  });

  it('a client that leaves is noted, and pays for what it took', async () => {
    const scene = aScene([aTalker('one', says(['Hello', ' there', ' you']))], collecting);
    const client = new AbortController();
    const [generation] = await lastOf(async () => {
      const { body } = await scene.chat({ stream: true }, { signal: client.signal });
      assert.ok(body.kind === 'stream');
      const chunks = body.chunks[Symbol.asyncIterator]();
      await chunks.next();
      client.abort();
      await chunks.return?.();
    });
    assert.equal(generation?.isCancelled, true);
    const spent = 10 - Number(scene.ledger.balances()[ACCOUNT]);
    assert.equal(Number(generation?.costUsd), Math.round(spent * 1e6) / 1e6);
  });

  it('nothing is kept of a request that failed before its answer', async () => {
    const scene = aScene([aTalker('one', fails('policy'))], collecting);
    assert.deepEqual(await lastOf(() => scene.chat()), []);
  });

  it('a store that fails costs the client nothing, and is reported', async () => {
    const failing = { ...collecting, add: () => Promise.reject(new Error('disk full')) };
    const scene = aScene([aTalker('one')], failing);
    const { status } = await scene.chat();
    assert.equal(status, 200);
    assert.equal(scene.ledger.balances()[ACCOUNT], '9.97');
    assert.match(String(scene.errors[0]), /disk full/);
  });

  it('a ledger of the same database gets it with the charge, and the store is left alone', async () => {
    const charged: (Generation | undefined)[] = [];
    const store = createMemoryGenerationStore();
    const ledger: CreditLedger = {
      generations: store,
      reserve: async (accountId, amount) => ({ id: '1', accountId, amount }),
      settle: async (_reservation, _amount, generation) => void charged.push(generation),
      release: async () => {},
    };
    const scene = aChatGateway([aTalker('one')], { ledger, generations: store });
    const { headers } = await scene.chat();
    assert.deepEqual(
      charged.map((one) => [one?.id, one?.costUsd]),
      [[headers['x-generation-id'], '0.03']],
    );
    assert.deepEqual(store.contents(), []);
  });

  it('what is not charged goes to the store, whatever the ledger', async () => {
    const store = createMemoryGenerationStore();
    const ledger: CreditLedger = {
      generations: store,
      reserve: async (accountId, amount) => ({ id: '1', accountId, amount }),
      settle: () => assert.fail('it was charged'),
      release: async () => {},
    };
    const free = { key: { creditAccountId: null }, ledger, generations: store };
    await aChatGateway([aTalker('one')], free).chat();
    assert.deepEqual(
      store.contents().map(({ costUsd }) => costUsd),
      ['0.03'],
    );
  });
});

describe('GET /activity (contract §15.3)', () => {
  it('adds up days that are over, by day, model and provider', async () => {
    const scene = aScene([
      aTalker('one', says(['Hi']), { [MODEL]: anEndpoint(), [OTHER_MODEL]: anEndpoint() }),
    ]);
    for (const model of [MODEL, MODEL, OTHER_MODEL]) {
      await scene.chat({ model });
      // Ids are of the second here.
      scene.clock.advance(1000);
    }
    assert.deepEqual((await scene.ask('/activity', ADMIN)).data, [], 'today is not over');
    scene.clock.advance(DAY_MS);
    await scene.chat();
    const { data } = await scene.ask('/activity', ADMIN);
    assert.deepEqual(
      (data as Row[]).map((row) => [row['date'], row['model'], row['requests'], row['usage']]),
      [
        ['2026-08-01', MODEL, 2, 0.06],
        ['2026-08-01', OTHER_MODEL, 1, 0.03],
      ],
    );
    const of = async (query: string) => (await scene.ask(`/activity${query}`, ADMIN)).data as Row[];
    assert.equal((await of('?date=2026-08-01')).length, 2);
    assert.equal((await of('?date=2026-07-31')).length, 0);
    assert.equal((await of('?user_id=user_2')).length, 0);
    assert.equal((await of(`?api_key_hash=${'0'.repeat(64)}`)).length, 0);
    assert.equal((await of(''))[0]?.['workspace_id'], undefined);
    assert.equal(typeof (await of('?group_by=workspace'))[0]?.['workspace_id'], 'string');
    assert.deepEqual((await scene.ask('/activity', 'mg-mgmt-v1-stranger')).data, []);
  });

  it('goes back 30 days, and names them for another one', async () => {
    const scene = aScene();
    await scene.chat();
    scene.clock.advance(30 * DAY_MS);
    assert.equal(((await scene.ask('/activity', ADMIN)).data as Row[]).length, 1);
    scene.clock.advance(DAY_MS);
    assert.deepEqual((await scene.ask('/activity', ADMIN)).data, []);
    for (const date of ['2026-08-01', '2026-09-01', '2030-01-01']) {
      const { status, answer } = await scene.ask(`/activity?date=${date}`, ADMIN);
      assert.equal(status, 400);
      assert.match(answer.text, /from 2026-08-02 to 2026-08-31/);
    }
  });

  for (const query of ['date=yesterday', 'api_key_hash=abc', 'group_by=day', 'workspace_id=1']) {
    it(`is a 400 for ${query}`, async () => {
      assert.equal((await aScene().ask(`/activity?${query}`, ADMIN)).status, 400);
    });
  }

  it('is a 403 for an inference key, and a 404 where no generations are kept', async () => {
    assert.equal((await aScene().ask('/activity')).status, 403);
    const without = aChatGateway([aTalker('one')], {
      otherKeys: [aKey({ text: ADMIN, kind: 'management' })],
    });
    assert.equal((await get(without.gateway, '/activity', bearer(ADMIN))).status, 404);
  });
});
