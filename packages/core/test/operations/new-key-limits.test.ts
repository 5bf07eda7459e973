import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { GatewayOptions } from '@model-gateway/core';
import { aKeyScene } from './key-builders.ts';

/* The limits of keys that are made without their own. Source: contract §19.1. */

describe('newKeyLimits', () => {
  const newKeyLimits = { usd: '20', reset: 'daily', tokensPerMinute: 500 } as const;

  for (const [body, limits] of [
    [{}, ['20', 'daily', 500]],
    [{ limit: 5 }, ['5', null, 500]],
    [{ limit: 5, limit_reset: 'weekly' }, ['5', 'weekly', 500]],
    [{ limit_reset: 'monthly' }, ['20', 'monthly', 500]],
    [{ limit: null }, [null, null, 500]],
  ] as const) {
    it(`hold as far as a request names none: ${JSON.stringify(body)}`, async () => {
      const { make, store } = aKeyScene({ newKeyLimits });
      const { hash } = await make(body);
      const { usd, reset, tokensPerMinute } = (await store.findByHash(hash))?.limits ?? {};
      assert.deepEqual([usd, reset, tokensPerMinute], limits);
    });
  }

  it('are refused when they are no limits', () => {
    for (const wrong of [
      { usd: 20 },
      { usd: '-1' },
      { reset: 'hourly' },
      { requests: 1 },
      'none',
    ]) {
      // What a program in plain JavaScript may pass.
      const given = { newKeyLimits: wrong } as unknown as GatewayOptions;
      assert.throws(() => aKeyScene(given), /^TypeError: .*newKeyLimits must be limits such as/);
    }
  });
});
