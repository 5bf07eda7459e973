// System, with others: drives a part of the page in a browser; smoke.test.ts is the short one.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { noChromium } from '../../mock/test/browser/chromium.ts';
import { inspected } from './support/inspected.ts';

describe('the tenants in the inspector', { skip: noChromium }, () => {
  it('makes, forks and closes tenants, and copies their keys', async (t) => {
    const { page, gateway, open, clipboard } = await inspected(t);
    await open('?part=tenants');
    await page.getByLabel('id', { exact: true }).fill('checkout');
    await page.getByLabel('credits, USD').fill('5');
    await page.getByRole('button', { name: 'Make tenant' }).click();
    const card = page.getByRole('region', { name: 'Tenant checkout' });
    await card.getByText('Credits left: $5 · no rate limit').waitFor();
    await card.getByRole('button', { name: 'Copy inference key' }).click();
    await page.getByText('inference key copied').waitFor();
    const key = await clipboard();
    assert.equal(await card.getByText('broke key').isVisible(), false);
    await card.locator('summary', { hasText: 'Keys that fail' }).click();
    await card.getByText('has no credits: what costs something answers 402').waitFor();
    const answer = await fetch(`${gateway.baseURL}/models`, {
      headers: { authorization: `Bearer ${key}` },
    });
    assert.equal(answer.status, 200);
    await card.getByRole('button', { name: 'Fork', exact: true }).click();
    await page.getByText(/^Fork t\d+ made/).waitFor();
    // Until the fork is shown, its parent has a button of this name, which goes away with it.
    const fork = page.getByRole('region', { name: /^Tenant t\d+$/ });
    await fork.getByRole('button', { name: 'Close tenant' }).click();
    await page.getByText('Tenant closed').waitFor();
  });

  it('changes the limits of a tenant', async (t) => {
    const { page, gateway, open } = await inspected(t);
    await open('?part=tenants');
    const limits = page.getByRole('form', { name: 'Limits' });
    await limits.getByLabel('credits left, USD').fill('3');
    await limits.getByLabel('requests per window').fill('2');
    await limits.getByRole('button', { name: 'Change limits' }).click();
    await limits.getByText('Credits left: $3 · 2 requests in 60 seconds').waitFor();
    assert.deepEqual(
      [gateway.credits(), gateway.rateLimit()],
      ['3', { limit: 2, windowSeconds: 60 }],
    );
    await limits.getByLabel('requests per window').fill('');
    await limits.getByRole('button', { name: 'Change limits' }).click();
    await limits.getByText('no rate limit').waitFor();
    await limits.getByLabel('credits left, USD').fill('lots');
    await limits.getByRole('button', { name: 'Change limits' }).click();
    await page.getByText(/credits must be USD/).waitFor();
    assert.equal(gateway.credits(), '3');
  });

  it('freezes, advances and lets flow the clock of a tenant', async (t) => {
    const { page, gateway, open } = await inspected(t);
    await open('?part=tenants');
    const clock = page.getByRole('region', { name: 'Clock' });
    await clock.getByRole('button', { name: 'Freeze' }).click();
    await clock.getByText('frozen').waitFor();
    const before_ = gateway.clock.now();
    await clock.getByLabel('by').fill('90s');
    await clock.getByRole('button', { name: 'Advance', exact: true }).click();
    const shown = new Date(before_ + 90_000).toISOString().replace('T', ' ').slice(0, 19);
    await clock.getByText(shown).waitFor();
    assert.equal(gateway.clock.now(), before_ + 90_000);
    await clock.getByRole('button', { name: 'Flow' }).click();
    await clock.getByText('flowing').waitFor();
  });

  it('takes, restores and drops snapshots', async (t) => {
    const { page, gateway, open } = await inspected(t);
    await open('?part=tenants');
    const panel = page.getByRole('region', { name: 'Snapshots' });
    await panel.getByRole('button', { name: 'Take a snapshot' }).click();
    await panel.getByText('snapshot-1').waitFor();
    gateway.on('listModels').fail(500);
    await panel.getByRole('button', { name: 'Restore' }).click();
    await page.getByText('snapshot-1 restored').waitFor();
    assert.equal(gateway.rules().length, 0);
    await panel.getByRole('button', { name: 'Drop' }).click();
    await page.getByText('snapshot-1 dropped').waitFor();
    assert.equal(await panel.getByText('snapshot-1', { exact: true }).count(), 0);
  });
});
