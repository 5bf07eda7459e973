// Own process: starts a browser.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { destination } from '@model-gateway/mock';
import type { Browser } from 'playwright-core';
import { launchChromium, noChromium } from '../../mock/test/browser/chromium.ts';
import { inspected, PAINT } from './support/inspected.ts';

describe('the inspector', { skip: noChromium }, () => {
  let browser: Browser;
  before(async () => (browser = await launchChromium()));
  after(() => browser.close());

  it('has a control for every filter and sort of the catalog, and keeps them in its address', async (t) => {
    const { page, open, ask } = await inspected(t, browser, { world: 'golden' });
    const countOf = async (query: string) =>
      (await (await ask(`/models${query}`)).json()).total_count;
    await open('?part=models');
    const shown = (count: number) => page.getByText(`${count} models`, { exact: true });
    await shown(await countOf('')).waitFor();
    await page.getByLabel('image', { exact: true }).first().check();
    await shown(await countOf('?output_modalities=image')).waitFor();
    await page.getByLabel('sort').selectOption('newest');
    await page.getByLabel('max price', { exact: true }).fill('1');
    await page.getByLabel('max price', { exact: true }).press('Enter');
    await page.waitForURL(/max_price=1/);
    assert.match(page.url(), /output_modalities=image.*sort=newest/);
    await page
      .locator('.request-line')
      .getByText(/output_modalities=image/)
      .waitFor();
    const filters = page.locator('.filter-grid');
    for (const name of ['min intelligence index', 'zdr', 'model authors', 'category'])
      assert.equal(await filters.getByText(name, { exact: true }).count(), 1, name);
    await page.reload();
    assert.equal(await page.getByLabel('max price', { exact: true }).inputValue(), '1');
  });

  it('shows a model in full, and the catalog as the feed', async (t) => {
    const { page, open } = await inspected(t, browser, { world: 'golden' });
    await open('?part=models&output_modalities=image');
    await page
      .getByRole('button', { name: /acme\/paint-1/ })
      .first()
      .click();
    const card = page.getByRole('article');
    await card.getByText('Prices').waitFor();
    await card.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'As the feed' }).click();
    await page.getByText('<rss').waitFor();
  });

  it('shows the 400 of an invalid filter in the words of the gateway', async (t) => {
    const { page, open } = await inspected(t, browser);
    await open('?part=models&context=0');
    await page.getByText(/context must be/).waitFor();
  });

  it('draws in the studio, streams, and says what it cost', async (t) => {
    const { page, gateway, open } = await inspected(t, browser, { models: [PAINT], credits: 5 });
    await open('?part=studio');
    await page.getByLabel('Prompt').fill('red panda');
    await page.getByLabel('resolution').selectOption('512');
    await page.getByRole('button', { name: 'Draw' }).click();
    await page.getByText(/^Done: 1 image/).waitFor();
    await page.getByText('512 × 512 PNG').waitFor();
    await page.getByText('Credits left: $4.75').waitFor();
    gateway.requests('createImage').expectCount(1).last().expectBody({
      model: 'acme/paint-1',
      prompt: 'red panda',
      resolution: '512',
      stream: true,
    });
  });

  it('says in the studio what went wrong', async (t) => {
    const { page, gateway, open } = await inspected(t, browser, { models: [PAINT] });
    gateway.on('createImage').fail(529);
    await open('?part=studio');
    await page.getByRole('button', { name: 'Draw' }).click();
    await page.locator('.callout.bad').waitFor();
    await page.getByText('Failed').waitFor();
  });

  it('makes, forks and closes tenants, and copies their keys', async (t) => {
    const { page, gateway, open, clipboard } = await inspected(t, browser);
    await open('?part=tenants');
    await page.getByLabel('id', { exact: true }).fill('checkout');
    await page.getByLabel('credits, USD').fill('5');
    await page.getByRole('button', { name: 'Make tenant' }).click();
    const card = page.getByRole('region', { name: 'Tenant checkout' });
    await card.getByText('$5', { exact: true }).waitFor();
    await card.getByRole('button', { name: 'Copy inference key' }).click();
    await page.getByText('inference key copied').waitFor();
    const key = await clipboard();
    const answer = await fetch(`${gateway.baseURL}/models`, {
      headers: { authorization: `Bearer ${key}` },
    });
    assert.equal(answer.status, 200);
    await card.getByRole('button', { name: 'Fork', exact: true }).click();
    await page.getByText(/^Fork t\d+ made/).waitFor();
    await page.getByRole('button', { name: 'Close tenant' }).click();
    await page.getByText('Tenant closed').waitFor();
  });

  it('freezes, advances and lets flow the clock of a tenant', async (t) => {
    const { page, gateway, open } = await inspected(t, browser);
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
    const { page, gateway, open } = await inspected(t, browser);
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

  it('adds rules by form, counts their hits and removes them', async (t) => {
    const { page, open, ask } = await inspected(t, browser);
    await open('?part=rules');
    await page.getByLabel('for', { exact: true }).fill('listModels');
    await page.getByLabel('status').selectOption('503');
    await page.getByLabel('times').fill('2');
    await page.getByRole('button', { name: 'Add rule' }).click();
    const row = page.getByRole('row', { name: /listModels\.fail-503/ });
    await row.waitFor();
    assert.equal((await ask('/models')).status, 503);
    await page.getByRole('row', { name: /listModels\.fail-503 1 1/ }).waitFor();
    await row.getByRole('button', { name: /Remove/ }).click();
    await page.getByText('No rules').waitFor();
    assert.equal((await ask('/models')).status, 200);
  });

  it('makes everything fail at one switch', async (t) => {
    const { page, open, ask } = await inspected(t, browser);
    await open('?part=rules');
    const everything = page.getByRole('switch');
    await everything.click();
    await page.getByText('Everything fails with 529 now').waitFor();
    await page.getByRole('row', { name: /everything-fails/ }).waitFor();
    assert.equal((await ask('/models')).status, 529);
    await everything.click();
    await page.getByText('Requests are answered again').waitFor();
    assert.equal((await ask('/models')).status, 200);
  });

  it('patches a destination and leaves masked secrets as they are', async (t) => {
    const { page, gateway, open } = await inspected(t, browser, {
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

  it('shows what would have been forwarded to a destination', async (t) => {
    const { page, open, ask } = await inspected(t, browser, { world: 'golden' });
    await ask('/images', { model: 'acme/paint-1', prompt: 'red panda', resolution: '1K' });
    await open('?part=destinations');
    const forwarded = page.getByRole('region', { name: 'Would have been forwarded' });
    await forwarded.getByText('forwarded', { exact: true }).click();
    await forwarded.getByText('metadata').first().waitFor();
  });

  it('asks for the control token where the mock has one, and takes it from its address', async (t) => {
    const token = 'a-token-for-tests';
    const { page, gateway } = await inspected(t, browser, { control: { token } });
    await page.goto(`${gateway.url}/__gateway`);
    await page.getByLabel('Control token').fill(token);
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByText('live', { exact: true }).waitFor();
    assert.equal(gateway.inspectorURL, `${gateway.url}/__gateway#token=${token}`);
    const other = await page.context().newPage();
    await other.goto(gateway.inspectorURL);
    await other.getByText('live', { exact: true }).waitFor();
    assert.equal(other.url(), `${gateway.url}/__gateway`);
  });
});
