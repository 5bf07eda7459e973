import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NO_LIMITS } from '@model-gateway/core';
import { ORGANIZATION } from '../admin-builders.ts';
import { aKey, KEY_TEXT } from '../builders.ts';
import { aKeyScene, CREDITS, WORKSPACE } from './key-builders.ts';

describe('GET /key (contract §19.3)', () => {
  it('shows a key what it is and may do', async () => {
    const scene = aKeyScene();
    const { text, key } = await scene.make({ limit: 20, limit_reset: 'monthly' });
    const shown = await scene.data(200, 'GET', '/key', undefined, text);
    const only = ['hash', 'name', 'disabled', 'external_user', 'created_at', 'updated_at'];
    const same = Object.entries(key).filter(([name]) => !only.includes(name));
    assert.deepEqual(shown, {
      ...Object.fromEntries(same),
      is_provisioning_key: false,
      is_free_tier: false,
      organization_id: ORGANIZATION,
      allowed_data_regions: ['global'],
      free_model_daily_requests: { limit: 0, used: 0, remaining: 0 },
      rate_limit: {
        requests: -1,
        interval: '60s',
        note: 'The gateway may have a limit for all keys beside it.',
      },
    });
  });

  it('shows what a key has spent, by window, and what is left of its limit', async () => {
    const scene = aKeyScene();
    const { text, hash } = await scene.make({ limit: 20, limit_reset: 'daily' });
    const spend = async (amount: string, charge?: string) => {
      const key = await scene.store.findByHash(hash);
      assert.ok(key);
      const made = await scene.ledger.spending.reserve({
        accountId: CREDITS,
        amount,
        at: scene.clock.now(),
        spender: {
          keyHash: hash,
          userId: 'user_1',
          workspaceId: WORKSPACE,
          organizationId: ORGANIZATION,
        },
        budgets: [],
      });
      assert.ok('id' in made);
      if (charge !== undefined) await scene.ledger.settle(made, charge);
    };
    await spend('5', '2.25');
    scene.clock.advance(24 * 60 * 60 * 1000);
    await spend('5', '1.5');
    await spend('0.5');
    const spent = {
      limit: 20,
      limit_remaining: 18,
      usage: 3.75,
      usage_daily: 1.5,
      usage_weekly: 3.75,
      usage_monthly: 3.75,
    };
    const names = Object.keys(spent);
    const shown = [
      await scene.data(200, 'GET', `/keys/${hash}`),
      await scene.data(200, 'GET', '/key', undefined, text),
    ];
    for (const key of shown) {
      const found = Object.entries(key).filter(([name]) => names.includes(name));
      assert.deepEqual(Object.fromEntries(found), spent);
    }
  });

  it('shows a management key, and the limit of requests that a key has', async () => {
    const scene = aKeyScene();
    const shown = await scene.data(200, 'GET', '/key');
    assert.equal(shown['is_management_key'], true);
    assert.equal(shown['label'], 'mg-mgmt-v1-...');
    scene.store.put(aKey({ limits: { ...NO_LIMITS, requestsPerMinute: 7 } }));
    const limited = await scene.data(200, 'GET', '/key', undefined, KEY_TEXT);
    assert.equal((limited['rate_limit'] as { requests: number }).requests, 7);
  });
});
