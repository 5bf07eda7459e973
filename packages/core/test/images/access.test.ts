import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMemoryRateLimiter } from '@model-gateway/core';
import { aClock, aKey, bearer } from '../builders.ts';
import { aWholeGateway, INFERENCE, sendTo } from '../contract/whole-gateway.ts';
import {
  ACCOUNT,
  anEndpoint,
  anImageGateway,
  aProvider,
  draw,
  framesOf,
  jsonOf,
  MODEL,
} from './image-builders.ts';

describe('keys (contract §2.4)', () => {
  it('a management key is 403', async () => {
    const { gateway } = anImageGateway([aProvider('one')], { key: { kind: 'management' } });
    const response = await draw(gateway);
    assert.equal(response.status, 403);
    assert.equal(jsonOf(response).error?.message, 'Management keys cannot perform this operation');
  });

  it('nothing of the body is read before the key is known', async () => {
    const { gateway } = anImageGateway([aProvider('one')]);
    let reads = 0;
    for (const headers of [{}, bearer('other')]) {
      const response = await gateway.handle({
        method: 'POST',
        path: '/images',
        search: '',
        mount: '',
        headers,
        body: {
          kind: 'bytes',
          read: async () => {
            reads++;
            return new Uint8Array();
          },
        },
      });
      assert.equal(response?.status, 401);
    }
    assert.equal(reads, 0);
  });
});

describe('credits (contract §4.7)', () => {
  it('are charged by the cost of the image', async () => {
    const { gateway, ledger } = anImageGateway([aProvider('one')]);
    await draw(gateway, { n: 2 });
    assert.equal(ledger.balanceOf(ACCOUNT), '9.92');
    await framesOf(await draw(gateway, { stream: true }));
    assert.equal(ledger.balanceOf(ACCOUNT), '9.88');
  });

  it('are charged by token, at most what was reserved, and the rest is free again', async () => {
    const endpoint = anEndpoint({
      maxTokensPerImage: 100,
      pricing: [
        { billable: 'prompt', unit: 'token', usd: '0.001' },
        { billable: 'completion', unit: 'token', usd: '0.01' },
      ],
    });
    const { gateway, ledger } = anImageGateway([aProvider('one', undefined, endpoint)]);
    await draw(gateway);
    assert.equal(ledger.balanceOf(ACCOUNT), '9.897');
  });

  it('are charged by megapixel', async () => {
    const pricing = [{ billable: 'output_image', unit: 'megapixel', usd: '0.1' }] as const;
    const { gateway, ledger } = anImageGateway([
      aProvider('one', undefined, anEndpoint({ pricing })),
    ]);
    await draw(gateway, { size: '1024x512', n: 2 });
    assert.equal(ledger.balanceOf(ACCOUNT), '9.8951424');
  });

  it('that are too low are a 402 before any provider is called', async () => {
    const provider = aProvider(
      'one',
      undefined,
      anEndpoint({
        maxImages: 10,
        pricing: [{ billable: 'output_image', unit: 'image', usd: '1.01' }],
      }),
    );
    const { gateway, ledger } = anImageGateway([provider]);
    const response = await draw(gateway, { n: 10 });
    assert.equal(response.status, 402);
    assert.equal(jsonOf(response).error?.message, 'Insufficient credits');
    assert.equal(jsonOf(response).user_id, 'user_1');
    assert.equal(provider.jobs.length, 0);
    assert.equal(ledger.balanceOf(ACCOUNT), '10');
  });

  it('are not asked for without an account', async () => {
    const { gateway } = anImageGateway([aProvider('one')], { key: { creditAccountId: null } });
    assert.equal((await draw(gateway)).status, 200);
  });
});

describe('the shape of a reference (contract §4.1)', () => {
  it('is a 400 before missing credits are a 402', async () => {
    const key = { creditAccountId: 'without money' };
    const { gateway } = anImageGateway([aProvider('one')], { key });
    const reference = (url: string) => ({
      input_references: [{ type: 'image_url', image_url: { url } }],
    });
    assert.equal((await draw(gateway, reference('file:///x'))).status, 400);
    assert.equal((await draw(gateway, reference('https://example.com/x'))).status, 402);
  });
});

describe('rate limits (contract §4.8)', () => {
  it('answer with the window, and 429 with retry-after once it is used up', async () => {
    const decisions = [
      { allowed: true, limit: 1, remaining: 0, resetSeconds: 30 },
      { allowed: false, limit: 1, remaining: 0, resetSeconds: 12 },
    ];
    const taken: string[] = [];
    const provider = aProvider('one');
    const { gateway } = anImageGateway([provider], {
      limiter: {
        take: async (keyHash) => {
          taken.push(keyHash);
          return decisions[taken.length - 1] ?? assert.fail();
        },
      },
    });
    const allowed = await draw(gateway);
    assert.equal(allowed.headers['ratelimit-limit'], '1');
    assert.equal(allowed.headers['ratelimit-remaining'], '0');
    assert.equal(allowed.headers['ratelimit-reset'], '30');

    const refused = await draw(gateway);
    assert.equal(refused.status, 429);
    assert.equal(refused.headers['retry-after'], '12');
    assert.equal(refused.headers['ratelimit-reset'], '12');
    assert.equal(jsonOf(refused).error?.message, 'Rate limit exceeded');
    assert.deepEqual(taken, [aKey().hash, aKey().hash]);
    assert.equal(provider.jobs.length, 1);
  });

  const aLimiter = () => createMemoryRateLimiter({ limit: 1, windowSeconds: 60, clock: aClock() });
  const FILE = { type: 'image_url', image_url: { url: 'file:///etc/passwd' } };
  const refusedBodies = [
    ['no JSON', '{'],
    ['a wrong shape', { model: MODEL }],
    ['a reference of a wrong shape', { model: MODEL, prompt: 'x', input_references: [FILE] }],
    ['a body past the limit', { model: MODEL, prompt: 'x'.repeat(500) }],
  ] as const;
  for (const [what, body] of refusedBodies) {
    it(`count ${what}, and refuse the next request`, async () => {
      const inference = { limiter: aLimiter() };
      const { gateway } = aWholeGateway({ inference, options: { maxBodyBytes: 200 } });
      const post = { method: 'POST', path: '/images', headers: INFERENCE };
      const refused = await sendTo(gateway, { ...post, body });
      assert.ok([400, 413].includes(refused.status), `got ${refused.status}`);
      assert.equal(refused.headers['ratelimit-remaining'], '0');
      const next = await sendTo(gateway, { ...post, body: { model: MODEL, prompt: 'x' } });
      assert.equal(next.status, 429);
    });
  }

  it('come after what is wrong with the body', async () => {
    const { gateway } = anImageGateway([aProvider('one')], { limiter: aLimiter() });
    assert.equal((await draw(gateway)).status, 200);
    assert.equal((await draw(gateway, { input_references: [FILE] })).status, 400);
    assert.equal((await draw(gateway)).status, 429);
  });
});
