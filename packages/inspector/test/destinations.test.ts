// System, with others: drives a part of the page in a browser; smoke.test.ts is the short one.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { destination } from '@model-gateway/mock';
import { noChromium } from '../../mock/test/browser/chromium.ts';
import { inspected } from './support/inspected.ts';

describe('the destinations in the inspector', { skip: noChromium }, () => {
  it('patches a destination and leaves masked secrets as they are', async (t) => {
    const { page, gateway, open } = await inspected(t, {
      destinations: [destination({ name: 'Traces', type: 'datadog' })],
    });
    await open('?part=destinations');
    const form = page.getByRole('form', { name: 'Traces' });
    await form.getByLabel('sampling rate').fill('0.5');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Destination saved').waitFor();
    gateway
      .requests('updateDestination')
      .expectCount(1)
      .where({ body: { sampling_rate: 0.5, config: undefined } })
      .expectCount(1);
  });

  it('keeps what is typed while tenants are made', async (t) => {
    const { page, gateway, open } = await inspected(t, {
      destinations: [destination({ name: 'Traces', type: 'datadog' })],
    });
    await open('?part=destinations');
    const name = page.getByRole('form', { name: 'Traces' }).getByLabel('name', { exact: true });
    await name.fill('Other traces');
    gateway.tenant({ id: 'checkout' });
    await page.getByLabel('Tenant').getByText('checkout').waitFor({ state: 'attached' });
    assert.equal(await name.inputValue(), 'Other traces');
  });

  it('shows what would have been forwarded to a destination', async (t) => {
    const { page, open, ask } = await inspected(t, { world: 'golden' });
    await ask('/images', { model: 'acme/paint-1', prompt: 'red panda', resolution: '1K' });
    await open('?part=destinations');
    const forwarded = page.getByRole('region', { name: 'Would have been forwarded' });
    await forwarded.getByText('forwarded', { exact: true }).click();
    await forwarded.getByText('metadata').first().waitFor();
  });
});
