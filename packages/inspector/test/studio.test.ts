// System: drives a part of the page in a browser; smoke.test.ts is the short one.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { noChromium } from '../../mock/test/browser/chromium.ts';
import { inspected, PAINT } from './support/inspected.ts';

describe('the studio of the inspector', { skip: noChromium }, () => {
  it('draws in the studio, streams, and says what it cost', async (t) => {
    const { page, gateway, open } = await inspected(t, { models: [PAINT], credits: 5 });
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
    const { page, gateway, open } = await inspected(t, { models: [PAINT] });
    gateway.on('createImage').fail(529);
    await open('?part=studio');
    await page.getByRole('button', { name: 'Draw' }).click();
    await page.locator('.callout.bad').waitFor();
    await page.getByText('Failed').waitFor();
  });

  it('offers prompts before the first image, and shows the latest of the tenant', async (t) => {
    const { page, open, ask } = await inspected(t, { models: [PAINT] });
    await open('?part=studio');
    const [, example] = await page.getByRole('listitem').getByRole('button').all();
    const text = (await example!.textContent())!;
    await example!.click();
    assert.equal(await page.getByLabel('Prompt').inputValue(), text);
    for (const stream of [false, true]) {
      const prompt = stream ? 'a streamed panda' : 'a red panda';
      await ask('/images', { model: 'acme/paint-1', prompt, resolution: '512', stream });
      const drawn = page.getByRole('listitem').filter({ hasText: prompt });
      await drawn.getByText('512 × 512 PNG').waitFor();
    }
    await page.getByRole('link', { name: 'a streamed panda' }).click();
    await page.getByRole('article', { name: 'Request 2' }).waitFor();
  });
});
