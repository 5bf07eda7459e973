// System, with others: drives a part of the page in a browser; smoke.test.ts is the short one.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { noChromium } from '../../mock/test/browser/chromium.ts';
import { inspected } from './support/inspected.ts';

describe('the models in the inspector', { skip: noChromium }, () => {
  it('has a control for every filter and sort of the catalog, and keeps them in its address', async (t) => {
    const { page, open, ask } = await inspected(t, { world: 'golden' });
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
    const { page, open } = await inspected(t, { world: 'golden' });
    await open('?part=models&output_modalities=image');
    await page
      .getByRole('button', { name: /acme\/paint-1/ })
      .first()
      .click();
    const card = page.getByRole('article');
    await card.getByText('Prices', { exact: true }).waitFor();
    assert.match((await card.textContent())!, /\$\d+\.\d\d+ \/ image/);
    await page
      .getByRole('button', { name: /\$\d+\.\d\d+ \/ image/ })
      .first()
      .waitFor();
    await card.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'As RSS feed' }).click();
    await page.getByText('<rss').waitFor();
  });

  it('shows the 400 of an invalid filter in the words of the gateway', async (t) => {
    const { page, open } = await inspected(t);
    await open('?part=models&context=0');
    await page.getByText(/context must be/).waitFor();
  });
});
