import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  createMemoryBudgetStore,
  createMemoryCreditLedger,
  createMemoryGenerationStore,
  type ApiKeyOverrides,
  type Budget,
} from '@model-gateway/core';
import { aKey, bearer, NOW } from '../builders.ts';
import { aChatGateway, ACCOUNT, aTalker, jsonOf, says, settled } from '../chat/chat-builders.ts';
import { anImageGateway, aProvider, draw } from '../images/image-builders.ts';

/* What may be spent, and what a refusal says. Source: contract §2.9. */

const HASH = /[0-9a-f]{64}/;
/** Noon of Saturday, 1 August 2026. */
const MIDNIGHT = '2026-08-02T00:00:00.000Z';

/** A chat costs 0.03 USD, and may cost more. */
function aScene(key: ApiKeyOverrides, budgets: readonly Budget[] = []) {
  return aChatGateway([aTalker('one')], {
    key,
    budgets: createMemoryBudgetStore(budgets),
    generations: createMemoryGenerationStore(),
  });
}

const REQUEST = { max_tokens: 2 };

describe('a limit in USD', () => {
  it('admits what may fit, and refuses what may not, with what is left and until when', async () => {
    const scene = aScene({ limits: { usd: '0.1', reset: 'daily' } });
    const costs: number[] = [];
    let refused = await scene.chat(REQUEST);
    for (; refused.status === 200; refused = await scene.chat(REQUEST)) {
      costs.push(Number(jsonOf(refused).usage['cost']));
      await settled();
    }
    assert.deepEqual(costs, [0.03, 0.03, 0.03].slice(0, costs.length));
    assert.ok(costs.length > 0);
    const { error } = jsonOf(refused);
    assert.equal(refused.status, 402);
    assert.equal(refused.headers['x-should-retry'], 'false');
    const left = ['0.07', '0.04', '0.01'][costs.length - 1];
    assert.match(
      error?.message ?? '',
      new RegExp(
        `^Spending limit exceeded: this key may spend 0\\.1 USD a day, ${left} USD is left ` +
          `until ${MIDNIGHT}, and this request may cost 0\\.\\d+ USD$`,
      ),
    );
    assert.deepEqual(
      { ...error?.metadata, required_usd: undefined },
      {
        error_type: 'payment_required',
        required_usd: undefined,
        limit_of: 'key',
        limit_usd: '0.1',
        limit_reset: 'daily',
        remaining_usd: left,
        resets_at: MIDNIGHT,
      },
    );
    assert.doesNotMatch(JSON.stringify(error), HASH);
    scene.clock.advance(Date.parse(MIDNIGHT) - NOW - 1);
    assert.equal((await scene.chat(REQUEST)).status, 402);
    scene.clock.advance(1);
    assert.equal((await scene.chat(REQUEST)).status, 200);
  });

  it('holds for a key that no account pays for', async () => {
    const scene = aScene({ creditAccountId: null, limits: { usd: '0.06' } });
    let served = 0;
    while ((await scene.chat(REQUEST)).status === 200) {
      served++;
      await settled();
    }
    assert.ok(served === 1 || served === 2, `${served} were served`);
    assert.equal(scene.ledger.balanceOf(ACCOUNT), '10');
    const { message, metadata } = jsonOf(await scene.chat(REQUEST)).error ?? {};
    const left = served === 1 ? '0.03' : '0';
    assert.equal(
      message,
      `Spending limit exceeded: this key may spend 0.06 USD, ${left} USD is left, ` +
        'and this request may cost 0.038 USD',
    );
    assert.deepEqual(metadata, {
      error_type: 'payment_required',
      required_usd: '0.038',
      limit_of: 'key',
      limit_usd: '0.06',
      limit_reset: null,
      remaining_usd: left,
      resets_at: null,
    });
  });

  it('holds where accounts pay for nothing', async () => {
    const key = { limits: { usd: '0.05' } };
    const scene = aChatGateway([aTalker('one')], { key, chargeAccounts: false });
    const statuses = [];
    for (let i = 0; i < 2; i++) {
      statuses.push((await scene.chat(REQUEST)).status);
      await settled();
    }
    assert.deepEqual(statuses, [200, 402]);
    assert.equal(scene.ledger.balanceOf(ACCOUNT), '10');
  });

  it('of a workspace holds for a key with a limit of its own, too', async () => {
    const workspaceId = aKey({}).workspaceId;
    const budget: Budget = { kind: 'workspace', id: workspaceId, usd: '0', reset: null };
    const scene = aScene({ limits: { usd: '5' } }, [budget]);
    const { error } = jsonOf(await scene.chat(REQUEST));
    assert.match(JSON.stringify(error?.metadata), /"limit_of":"workspace"/);
  });

  it('finds in its window what the key used before it had a limit, paid by an account or not', async () => {
    for (const creditAccountId of [ACCOUNT, null]) {
      const scene = aScene({ creditAccountId });
      assert.equal((await scene.chat(REQUEST)).status, 200);
      await settled();
      const hash = aKey({}).hash;
      const [spent] = await scene.ledger.spending.spent([{ kind: 'key', id: hash }], NOW);
      assert.deepEqual([spent?.total, spent?.reserved], ['0.03', '0'], String(creditAccountId));
    }
  });

  it('of a workspace holds in whatever case its UUID is written', async () => {
    const id = 'abcdef01-0000-4000-8000-00000000000f';
    for (const [ofKey, ofBudget] of [
      [id.toUpperCase(), id],
      [id, id.toUpperCase()],
    ] as const) {
      const budget: Budget = { kind: 'workspace', id: ofBudget, usd: '0', reset: null };
      const scene = aScene({ workspaceId: ofKey }, [budget]);
      assert.equal((await scene.chat(REQUEST)).status, 402);
    }
  });

  it("of a host's store is refused where it is not one of the key, and holds in any case of its UUID", async () => {
    const workspaceId = 'abcdef01-0000-4000-8000-00000000000f';
    const budget: Budget = { kind: 'workspace', id: workspaceId, usd: '0', reset: 'daily' };
    for (const [status, found] of [
      [402, [{ ...budget, id: workspaceId.toUpperCase() }]],
      [500, [{ ...budget, id: 'abcdef01-0000-4000-8000-000000000001' }]],
      [500, [{ ...budget, kind: 'organization', id: 'org_2' }]],
      [
        500,
        [
          { ...budget, usd: '5' },
          { ...budget, usd: '9', reset: 'monthly' },
        ],
      ],
      [500, [{ ...budget, usd: '5', reset: 'hourly' }]],
    ] as const) {
      // What a program in plain JavaScript may return.
      const budgets = { of: async () => found as readonly Budget[] };
      const scene = aChatGateway([aTalker('one')], { key: { workspaceId }, budgets });
      assert.equal((await scene.chat(REQUEST)).status, status, JSON.stringify(found));
    }
  });

  it('counts what runs beside it, and gives back what was not spent', async () => {
    const talk = says(['Hello']);
    const scene = aChatGateway([aTalker('one', talk)], {
      key: { limits: { usd: '0.1', reset: 'monthly' } },
    });
    const answers = await Promise.all(Array.from({ length: 8 }, () => scene.chat(REQUEST)));
    const served = answers.filter(({ status }) => status === 200).length;
    assert.ok(served >= 1 && served <= 3, `${served} were served at once`);
  });

  for (const [kind, id] of [
    ['workspace', '00000000-0000-4000-8000-000000000001'],
    ['organization', 'org_1'],
  ] as const) {
    it(`of its ${kind} holds for all keys of it, and names no id`, async () => {
      const budget = { kind, id, usd: '0.05', reset: 'weekly' } as const;
      const scene = aScene({ organizationId: 'org_1' }, [budget]);
      let answer = await scene.chat(REQUEST);
      assert.equal(answer.status, 200);
      await settled();
      answer = await scene.chat({ max_tokens: 5 });
      assert.equal(answer.status, 402);
      const { error } = jsonOf(answer);
      assert.match(error?.message ?? '', new RegExp(`: the ${kind} of this key may spend`));
      assert.match(JSON.stringify(error), new RegExp(`"limit_of":"${kind}"`));
      assert.match(JSON.stringify(error), /"resets_at":"2026-08-03T00:00:00.000Z"/);
      assert.ok(!JSON.stringify(error).includes(id));
    });
  }

  for (const [path, body, type] of [
    ['/chat/completions', { messages: [{ role: 'user', content: 'Hi' }] }, undefined],
    ['/messages', { messages: [{ role: 'user', content: 'Hi' }] }, 'billing_error'],
    ['/responses', { input: 'Hi' }, undefined],
  ] as const) {
    it(`is said in the dialect of POST ${path}`, async () => {
      const scene = aScene({ limits: { usd: '0', reset: 'daily' } });
      const response = await scene.chat(body, { path });
      assert.equal(response.status, 402);
      const json = jsonOf(response) as { readonly error?: Readonly<Record<string, unknown>> };
      assert.equal(json.error?.['type'], type);
      assert.match(
        String(json.error?.['message']),
        /^Spending limit exceeded: this key may spend 0 USD/,
      );
      assert.match(JSON.stringify(json), new RegExp(`"resets_at":"${MIDNIGHT}"`));
    });
  }

  it('is said of images', async () => {
    const key = { limits: { usd: '0.01' } };
    const { gateway, ledger } = anImageGateway([aProvider('one')], { key });
    const response = await draw(gateway);
    assert.equal(response.status, 402);
    assert.match(JSON.stringify(response.body), /Spending limit exceeded/);
    assert.equal(ledger.balanceOf(ACCOUNT), '10');
  });

  for (const [what, ledger] of [
    ['no ledger', undefined],
    ['a ledger that keeps to no limits', { ...createMemoryCreditLedger(), spending: undefined }],
  ] as const) {
    it(`is a 500 that the host hears of where there is ${what}`, async () => {
      const scene = aChatGateway([aTalker('one')], { key: { limits: { usd: '5' } }, ledger });
      const response = await scene.chat();
      assert.equal(response.status, 500);
      assert.match(String(scene.errors[0]), /has a limit in USD, and there is no ledger/);
    });
  }

  it('of an account says that it is the account', async () => {
    const scene = aChatGateway([aTalker('one')], { ledger: createMemoryCreditLedger() });
    const { error } = jsonOf(await scene.chat({}, { headers: bearer() }));
    assert.equal(error?.message, 'Insufficient credits');
    assert.match(JSON.stringify(error?.metadata), /"limit_of":"account"/);
  });
});
