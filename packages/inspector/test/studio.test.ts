// System, with others: drives a part of the page in a browser; smoke.test.ts is the short one.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { call, reason, say } from '@model-gateway/mock';
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

  it('asks a model in the studio, and shows its answer as it comes', async (t) => {
    const { page, gateway, open } = await inspected(t, { world: 'tiny' });
    gateway
      .chat('weather')
      .script(
        [reason('Which place?'), say('Let me look.'), call('weather', { place: 'Oslo' })],
        ({ results }) => `It said ${results['weather']}.`,
      );
    await open('?part=studio');
    await page.getByRole('button', { name: 'Chat' }).click();
    await page.getByRole('combobox', { name: 'Model' }).selectOption('acme/quill-1');
    await page.getByLabel('Instructions').fill('Be brief.');
    await page.getByRole('textbox', { name: 'Tools' }).fill('weather, clock');
    await page.getByRole('button', { name: 'Ask' }).click();
    await page.getByText('Done: tool_calls').waitFor();
    await page.getByText('Let me look.').waitFor();
    await page.getByText('Reasoning', { exact: true }).click();
    await page.getByText('Which place?').waitFor();
    await page.getByRole('heading', { name: 'Calls weather' }).waitFor();
    const asked = { system: 'Be brief.', tools: ['weather', 'clock'], stream: true };
    gateway.requests('chat').expectCount(1).last().expectChat(asked);
    const result = page.getByLabel('What weather returns');
    assert.equal(await result.inputValue(), '{"ok":true,"place":"Oslo"}');
    await result.fill('rain');
    await page.getByRole('button', { name: 'Send results' }).click();
    await page.getByText('It said rain.').waitFor();
    await page.getByText('Done: stop').waitFor();
    gateway.chat('weather').json({ city: 'Oslo' });
    await page.getByLabel('Dialect').selectOption('messages');
    await page.getByLabel('Format').selectOption('JSON');
    await page.getByLabel('Schema').fill('{');
    await page.getByRole('button', { name: 'Ask' }).click();
    await page.getByText('The schema must be JSON').waitFor();
    await page.getByLabel('Schema').fill('{"type": "object"}');
    await page.getByRole('button', { name: 'Ask' }).click();
    await page.getByText('{"city":"Oslo"}').waitFor();
    gateway.requests('createMessage').expectCount(1);
    gateway.chat().end('error-event', { afterDeltas: 1 });
    await page.getByRole('button', { name: 'Ask' }).click();
    await page.locator('.callout.bad').waitFor();
    await page.getByText('Failed').waitFor();
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
