import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  createMemoryCreditLedger,
  type CreditLedger,
  type HttpClient,
  type ImageEvent,
} from '@model-gateway/core';
import {
  ACCOUNT,
  anEndpoint,
  anImageGateway,
  aProvider,
  draw,
  framesOf,
  imageEvent,
  jsonOf,
  partialEvent,
  type Script,
} from './image-builders.ts';

const TOKEN_PRICES = anEndpoint({
  maxTokensPerImage: 100,
  pricing: [{ billable: 'completion', unit: 'token', usd: '0.01' }],
});

/** Makes one image and reports this usage. */
function reports(usage: Partial<Extract<ImageEvent, { type: 'usage' }>> | undefined): Script {
  return async function* (_job, context) {
    context.dispatched();
    yield imageEvent(0);
    if (usage !== undefined) yield { type: 'usage', ...usage };
    yield { type: 'done' };
  };
}

describe('what is charged by tokens (contract §4.7)', () => {
  const cases: readonly (readonly [
    string,
    Parameters<typeof reports>[0],
    string,
    number | undefined,
  ])[] = [
    ['what was counted', { promptTokens: 3, completionTokens: 40 }, '9.6', 0.4],
    [
      'at most what was reserved, and the response says the same',
      { completionTokens: 5000 },
      '9',
      1,
    ],
    ['what the provider charges, when it counts nothing', { costUsd: '0.05' }, '9.95', 0.05],
    ['the most, without any report', undefined, '9', undefined],
  ];
  for (const [name, usage, balance, cost] of cases) {
    it(name, async () => {
      const provider = aProvider('one', reports(usage), TOKEN_PRICES);
      const { gateway, ledger } = anImageGateway([provider]);
      const response = await draw(gateway);
      assert.equal(ledger.balanceOf(ACCOUNT), balance);
      assert.equal(jsonOf(response).usage?.['cost'], cost);
    });
  }
});

it('does not tell what is no count (contract §4.7)', async () => {
  for (const count of [1.5, -1, NaN, Infinity, 2 ** 53, 10_000_000_001]) {
    const usage = { promptTokens: count, completionTokens: count, promptImageTokens: count };
    const { gateway } = anImageGateway([aProvider('one', reports(usage), TOKEN_PRICES)]);
    const response = await draw(gateway);
    assert.deepEqual(jsonOf(response).usage, {
      prompt_tokens: 0,
      completion_tokens: 0,
      total_tokens: 0,
      cost: 1,
    });
  }
});

/** A ledger whose named step fails. */
function aFailingLedger(step: 'settle' | 'release') {
  const inner = createMemoryCreditLedger({ [ACCOUNT]: '10' });
  const ledger: CreditLedger = {
    reserve: (accountId, amount) => inner.reserve(accountId, amount),
    settle: (reservation, amount) => inner.settle(reservation, amount),
    release: (reservation) => inner.release(reservation),
    [step]: async () => {
      throw new Error('the ledger is away');
    },
  };
  return ledger;
}

describe('a ledger that fails', () => {
  for (const stream of [false, true]) {
    it(`when it settles is reported, and the client has its image (stream: ${stream})`, async () => {
      const { gateway, errors } = anImageGateway([aProvider('one')], {
        ledger: aFailingLedger('settle'),
      });
      const response = await draw(gateway, { stream });
      assert.equal(response.status, 200);
      if (stream) assert.equal((await framesOf(response)).at(-1), '[DONE]');
      assert.equal(errors.length, 1);
    });
  }

  it('when it releases is reported, even after the reader has left', async () => {
    const { gateway, errors } = anImageGateway([aProvider('one')], {
      ledger: aFailingLedger('release'),
    });
    const client = new AbortController();
    await draw(gateway, { stream: true }, client.signal);
    client.abort();
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(errors.length, 1);
  });
});

it('too little credit is found out before any reference is fetched', async () => {
  let fetches = 0;
  const http: HttpClient = async () => {
    fetches++;
    return { status: 404, headers: {}, body: (async function* () {})() };
  };
  const ledger = createMemoryCreditLedger({ [ACCOUNT]: '0' });
  const { gateway } = anImageGateway([aProvider('one')], { http, ledger });
  const references = [{ type: 'image_url', image_url: { url: 'https://example.com/a.png' } }];
  assert.equal((await draw(gateway, { input_references: references })).status, 402);
  assert.equal(fetches, 0);
});

it('references that are refused give the credits back', async () => {
  const { gateway, ledger } = anImageGateway([aProvider('one')]);
  const references = [{ type: 'image_url', image_url: { url: 'ftp://example.com/a.png' } }];
  assert.equal((await draw(gateway, { input_references: references })).status, 400);
  assert.equal(ledger.balanceOf(ACCOUNT), '10');
});

describe('the warnings about a request (contract §4.3)', () => {
  const warns: Script = async function* (job, context) {
    context.dispatched();
    yield { type: 'warning', parameter: 'seed', note: 'ignored' };
    if (job.stream) yield partialEvent();
    yield imageEvent(0);
    yield { type: 'done' };
  };
  for (const stream of [false, true]) {
    it(`includes what the provider reports (stream: ${stream})`, async () => {
      const response = await draw(anImageGateway([aProvider('one', warns)]).gateway, { stream });
      assert.equal(response.headers['x-gateway-warnings'], 'seed=ignored');
    });
  }

  it('includes that the provider answered in another format', async () => {
    const { gateway } = anImageGateway([aProvider('one')]);
    const { headers } = await draw(gateway, { output_format: 'webp' });
    assert.equal(headers['x-gateway-warnings'], 'output_format=clamped:png');
  });

  it('names the provider of several that could do less than asked', async () => {
    const four = aProvider('four', undefined, anEndpoint({ maxImages: 4 }));
    const eight = aProvider('eight', undefined, anEndpoint({ maxImages: 8 }));
    const response = await draw(anImageGateway([four, eight]).gateway, { n: 9 });
    const messages = jsonOf(response).error?.metadata?.issues?.map(({ message }) => message);
    assert.deepEqual(messages, [
      'n must be at most 4 for model acme/paint-1 at four, got 9',
      'n must be at most 8 for model acme/paint-1 at eight, got 9',
    ]);
  });

  it('matches the slug of a provider’s options without case', async () => {
    const provider = aProvider('one');
    const options = { ONE: { style: 'ink', other: 1 } };
    const { headers } = await draw(anImageGateway([provider]).gateway, { provider: { options } });
    assert.deepEqual(provider.jobs[0]?.options, { style: 'ink' });
    assert.equal(headers['x-gateway-warnings'], 'provider.options.one.other=ignored');
  });
});

it('a bug of a provider in the middle of a stream is reported', async () => {
  const provider = aProvider('one', async function* (_job, context) {
    context.dispatched();
    yield partialEvent();
    throw new TypeError('a bug');
  });
  const { gateway, errors, ledger } = anImageGateway([provider]);
  const response = await draw(gateway, { stream: true });
  await assert.rejects(framesOf(response), TypeError);
  assert.equal(errors.length, 1);
  assert.equal(ledger.balanceOf(ACCOUNT), '10');
});
