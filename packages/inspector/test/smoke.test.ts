import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { destination } from '@model-gateway/mock';
import { noChromium } from '../../mock/test/browser/chromium.ts';
import { inspected, PAINT, type Inspected } from './support/inspected.ts';

// One mock and one page for all: each part is shown to work, and the long tests do the rest.
describe('a part of the inspector', { skip: noChromium }, () => {
  const closers: (() => unknown)[] = [];
  let inspector: Inspected;
  before(async () => {
    const suite = { after: (close: () => unknown) => void closers.push(close) };
    const destinations = [destination({ name: 'Traces', type: 'datadog' })];
    inspector = await inspected(suite, { models: [PAINT], destinations, credits: 5 });
    await inspector.open();
  });
  after(async () => {
    for (const close of closers) await close();
  });

  const go = async (part: string) => {
    const { page } = inspector;
    await page.getByRole('navigation').getByRole('link', { name: part }).click();
    await page.getByRole('heading', { level: 1, name: part }).waitFor({ state: 'attached' });
    return page;
  };

  it('shows requests as they arrive, and one of them in full: requests', async () => {
    const page = await go('requests');
    await inspector.ask('/images', {
      model: 'acme/paint-1',
      prompt: 'red panda',
      resolution: '512',
    });
    await page.getByRole('listbox').getByRole('option', { name: 'createImage' }).click();
    await page.getByRole('region', { name: 'Answered' }).getByText('512 × 512 PNG').waitFor();
  });

  it('finds models through the API: models', async () => {
    const page = await go('models');
    await page.getByText('0 models', { exact: true }).waitFor();
    await page.getByLabel('image', { exact: true }).first().check();
    await page.getByText('1 model', { exact: true }).waitFor();
  });

  it('draws, and says what it cost: studio', async () => {
    const page = await go('studio');
    await page.getByLabel('resolution').selectOption('512');
    await page.getByRole('button', { name: 'Draw' }).click();
    await page.getByText(/^Done: 1 image/).waitFor();
    await page.getByText('Credits left: $4.5').waitFor();
  });

  it('makes tenants: tenants', async () => {
    const page = await go('tenants');
    await page.getByLabel('id', { exact: true }).fill('checkout');
    await page.getByRole('button', { name: 'Make tenant' }).click();
    await page.getByRole('region', { name: 'Tenant checkout' }).waitFor();
    await page.getByRole('button', { name: /^main/ }).click();
  });

  it('adds rules: rules', async () => {
    const page = await go('rules');
    await page.getByLabel('for', { exact: true }).fill('listModels');
    await page.getByRole('button', { name: 'Add rule' }).click();
    await page.getByRole('row', { name: /listModels fails with 529 0 1/ }).waitFor();
    assert.equal((await inspector.ask('/models')).status, 529);
  });

  it('patches destinations: destinations', async () => {
    const page = await go('destinations');
    const form = page.getByRole('form', { name: 'Traces' });
    await form.getByLabel('sampling rate').fill('0.5');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Destination saved').waitFor();
  });
});
