import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  createMemoryCreditLedger,
  type ApiKeyOverrides,
  type CreditLedger,
  type Provider,
} from '@model-gateway/core';
import type { ChatUsage } from '@model-gateway/core/chat';
import { aGateway, post } from '../builders.ts';
import {
  ACCOUNT,
  aChatGateway,
  anEndpoint,
  aTalker,
  hangs,
  jsonOf,
  MODEL,
  says,
  settled,
} from './chat-builders.ts';

/** An endpoint whose answers may cost 50 USD, 0.01 a token, where the account has 10. */
const LONG = anEndpoint({ maxOutputTokens: 5000, contextTokens: 100_000 });

function affordable(
  providers: readonly Provider[],
  more: { readonly key?: ApiKeyOverrides; readonly ledger?: CreditLedger } = {},
) {
  return aChatGateway(providers, { reserve: 'affordable', ...more });
}

function aLongTalker(usage?: ChatUsage) {
  return aTalker('one', says(['a'], usage), LONG);
}

describe('an answer that its payer cannot afford as a whole', () => {
  it('is cut to what the account pays for, and the client hears of it', async () => {
    const talker = aLongTalker();
    const scene = affordable([talker]);
    const response = await scene.chat();
    assert.equal(response.status, 200);
    // One token of input is 0.001 USD, by the estimate.
    assert.deepEqual(
      talker.jobs.map(({ request }) => request.maxOutputTokens),
      [999],
    );
    assert.equal(response.headers['x-gateway-warnings'], 'max_tokens=clamped:999');
    assert.equal(scene.ledger.balanceOf(ACCOUNT), '9.97');
  });

  it('has the name of its limit from the interface of the client', async () => {
    const { gateway } = affordable([aLongTalker()]);
    for (const [path, body, name] of [
      ['/responses', { input: 'Hi' }, 'max_output_tokens'],
      [
        '/messages',
        { max_tokens: 4000, messages: [{ role: 'user', content: 'Hi' }] },
        'max_tokens',
      ],
    ] as const) {
      const response = await post(gateway, path, { model: MODEL, ...body });
      assert.equal(response.status, 200);
      assert.match(
        response.headers['x-gateway-warnings'] ?? '',
        new RegExp(`${name}=clamped:99\\d`),
      );
    }
  });

  it('stays as it is where the client wants no more than there is', async () => {
    const talker = aLongTalker();
    const { chat } = affordable([talker]);
    const response = await chat({ max_tokens: 999 });
    assert.equal(talker.jobs[0]?.request.maxOutputTokens, 999);
    assert.equal(response.headers['x-gateway-warnings'], undefined);
  });

  it('is paid for by what there is although its input might have more tokens', async () => {
    const talker = aLongTalker({ inputTokens: 5500, outputTokens: 10 });
    const scene = affordable([talker]);
    // 20,000 tokens at the most, which are 20 USD, and 5,556 by the estimate.
    const content = 'x'.repeat(20_000);
    const response = await scene.chat({ messages: [{ role: 'user', content }] });
    assert.equal(response.status, 200);
    assert.equal(talker.jobs[0]?.request.maxOutputTokens, 444);
    assert.equal(scene.ledger.balanceOf(ACCOUNT), '4.4');
  });

  it('costs no more than there was, whatever the provider counts', async () => {
    const scene = affordable([aLongTalker({ inputTokens: 500, outputTokens: 999 })]);
    await scene.chat();
    assert.equal(scene.ledger.balanceOf(ACCOUNT), '0');
  });

  it('is cut to the limit of its key, where that is lower', async () => {
    const talker = aLongTalker();
    const { chat } = affordable([talker], { key: { limits: { usd: '1', reset: 'daily' } } });
    await chat();
    await chat();
    // Of the dollar 0.03 are spent then.
    assert.deepEqual(
      talker.jobs.map(({ request }) => request.maxOutputTokens),
      [99, 96],
    );
  });

  it('is a 402 beside another that has all there is', async () => {
    const talker = aTalker('one', hangs(), LONG);
    const { chat } = affordable([talker]);
    const leaving = new AbortController();
    const first = chat({ stream: true }, { signal: leaving.signal });
    await settled();
    const second = await chat();
    assert.equal(second.status, 402);
    assert.equal(talker.jobs.length, 1);
    leaving.abort();
    await first;
  });

  it('is whole where others have ended before the account is looked at', async () => {
    const talker = aLongTalker();
    const inner = createMemoryCreditLedger({ [ACCOUNT]: '10' });
    let isHeld = true;
    const reserved: string[] = [];
    const ledger: CreditLedger = {
      ...inner,
      spending: {
        ...inner.spending,
        async reserve(wanted) {
          reserved.push(wanted.amount);
          if (!isHeld) return inner.spending.reserve(wanted);
          isHeld = false;
          return { overspent: { of: 'account' } };
        },
      },
    };
    const response = await affordable([talker], { ledger }).chat({ max_tokens: 10 });
    assert.equal(response.status, 200);
    assert.equal(response.headers['x-gateway-warnings'], undefined);
    assert.deepEqual(reserved, ['0.118', '0.118']);
  });

  it('is one token where there is just enough for one', async () => {
    const talker = aLongTalker();
    const ledger = createMemoryCreditLedger({ [ACCOUNT]: '0.011' });
    assert.equal((await affordable([talker], { ledger }).chat()).status, 200);
    assert.equal(talker.jobs[0]?.request.maxOutputTokens, 1);
  });

  it('is a 402 over a ledger that reserves nothing of what it says is left', async () => {
    let asked = 0;
    const ledger: CreditLedger = {
      ...createMemoryCreditLedger(),
      available: async () => '10',
      spending: {
        ...createMemoryCreditLedger().spending,
        async reserve() {
          asked++;
          return { overspent: { of: 'account' } };
        },
      },
    };
    assert.equal((await affordable([aLongTalker()], { ledger }).chat()).status, 402);
    assert.equal(asked, 10);
  });

  it('is a 402 that says what the whole may cost, where not a token is left', async () => {
    const talker = aLongTalker();
    const ledger = createMemoryCreditLedger({ [ACCOUNT]: '0.0109' });
    const response = await affordable([talker], { ledger }).chat();
    assert.equal(response.status, 402);
    assert.deepEqual(jsonOf(response).error?.metadata, {
      error_type: 'payment_required',
      required_usd: '50.018',
      limit_of: 'account',
    });
    assert.equal(talker.jobs.length, 0);
    assert.equal(ledger.balanceOf(ACCOUNT), '0.0109');
  });

  it('is a 402 for an account that nobody knows', async () => {
    const { chat } = affordable([aLongTalker()], { key: { creditAccountId: 'nobody' } });
    assert.equal((await chat()).status, 402);
  });

  it('is not given by an endpoint that could give none, nor by one that cannot give a whole one', async () => {
    const dear = { prompt: '20', completion: '20' };
    const providers = [
      aTalker('dear', says(['a']), anEndpoint({ pricing: dear })),
      aTalker('short', says(['a']), anEndpoint({ maxOutputTokens: 1200 })),
      aLongTalker(),
    ];
    const response = await affordable(providers).chat({ max_tokens: 4000 });
    assert.equal(jsonOf(response).provider, 'ONE');
    assert.deepEqual(
      providers.map(({ jobs }) => jobs.length),
      [0, 0, 1],
    );
  });

  it('needs no cut where nothing is to be paid', async () => {
    const free = anEndpoint({ pricing: { prompt: '0', completion: '0' }, maxOutputTokens: 5000 });
    const talker = aTalker('one', says(['a']), free);
    const ledger = createMemoryCreditLedger({ [ACCOUNT]: '0' });
    assert.equal((await affordable([talker], { ledger }).chat()).status, 200);
    assert.equal(talker.jobs[0]?.request.maxOutputTokens, undefined);
  });
});

it('a ledger that cannot tell what is left is refused, and so is another word', () => {
  const { available: _, ...silent } = createMemoryCreditLedger();
  assert.throws(() => aGateway({ inference: { reserve: 'affordable', ledger: silent } }), {
    name: 'TypeError',
    message: /ledger.*available\(\)/,
  });
  assert.throws(() => aGateway({ inference: { reserve: 'affordable' } }), /ledger/);
  // @ts-expect-error: not one of the two.
  assert.throws(() => aGateway({ inference: { reserve: 'some' } }), /reserve.*affordable/);
});
