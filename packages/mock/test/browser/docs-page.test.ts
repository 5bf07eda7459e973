// System, with others: drives a page in a browser.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { model, startMockGateway, type MockGateway } from '@model-gateway/mock';
import type { Page } from 'playwright-core';
import { noChromium } from './chromium.ts';
import { sharedBrowser } from './shared-browser.ts';

describe('the reference page at /docs', { skip: noChromium }, () => {
  let gateway: MockGateway;
  let page: Page;
  const problems: string[] = [];
  before(async () => {
    gateway = await startMockGateway({
      images: 'small',
      models: [model({ id: 'acme/paint-1', output: ['image'] }), model({ id: 'acme/quill-1' })],
    });
    page = await (await sharedBrowser()).newPage();
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    await page.goto(`${new URL('/docs', gateway.baseURL)}`);
  });
  after(async () => {
    await page.close();
    await gateway.close();
  });

  const formOf = (operationId: string) => page.getByRole('form', { name: `Try ${operationId}` });
  const open = async (operationId: string) => {
    await page.locator(`#${operationId} details.try > summary`).click();
    return formOf(operationId);
  };

  it('runs its one script under its policy, and offers the inference key', async () => {
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('#key')?.value !== '',
    );
    assert.equal(await page.inputValue('#key'), gateway.apiKey);
    assert.equal(await page.locator('#keys option').count(), 2);
  });

  it('sends a request with its parameters and shows the answer', async () => {
    const form = await open('listModels');
    await form.getByLabel('limit').fill('1');
    await form.getByRole('button', { name: 'Send' }).click();
    await form.locator('output .status').waitFor();
    const shown = await form.locator('output').innerText();
    assert.match(shown, /^200 http:\S+\/v1\/models\?limit=1 in \d+ ms/);
    assert.match(shown, /"id": "acme\//);
    gateway.requests('listModels').last().expectQuery({ limit: '1' });
  });

  it('takes the management key where only that may call, until the reader gives another', async () => {
    const form = await open('listMembers');
    const status = form.locator('output .status');
    await form.getByRole('button', { name: 'Send' }).click();
    await status.waitFor();
    assert.match(await form.locator('output').innerText(), /^200 .* with the management key/);
    await page.getByLabel('Key for requests').fill('sk-of-the-reader');
    await form.getByRole('button', { name: 'Send' }).click();
    await form.locator('output .status.bad').waitFor();
    assert.match(await form.locator('output').innerText(), /^401 http:\S+ in \d+ ms$/m);
    await page.getByLabel('Key for requests').fill(gateway.apiKey);
  });

  it('shows what a language model says as it says it', async () => {
    const form = await open('createChatCompletion');
    await form.getByRole('button', { name: 'Send' }).click();
    await form.locator('output .said', { hasText: 'Echo: Is it raining in Oslo?' }).waitFor();
    assert.match(await form.locator('output pre').innerText(), /data: \[DONE\]/);
    const { stream } = gateway.requests('createChatCompletion').last();
    assert.equal(stream?.end, 'done');
  });

  it('shows the image of an answer', async () => {
    const form = await open('createImage');
    await form
      .getByLabel('Body')
      .fill(JSON.stringify({ model: 'acme/paint-1', prompt: 'a lighthouse' }));
    await form.getByRole('button', { name: 'Send' }).click();
    const image = form.getByRole('img');
    await image.waitFor();
    assert.ok(
      await image.evaluate((node: HTMLImageElement) => node.decode().then(() => node.naturalWidth)),
    );
  });

  it('shows the envelope of an error', async () => {
    const form = formOf('createImage');
    await form.getByLabel('Body').fill('{}');
    await form.getByRole('button', { name: 'Send' }).click();
    await form.locator('output .status.bad').waitFor();
    assert.match(await form.locator('output').innerText(), /^400 [^]*"code": 400/);
  });

  it('finds operations, parameters and schemas, and opens what holds them', async () => {
    await page.keyboard.press('Escape');
    await page.locator('#search').fill('min_price');
    const hits = page.locator('#found a');
    assert.ok((await hits.count()) > 0);
    const target = await hits.first().getAttribute('href');
    await hits.first().click();
    assert.equal(new URL(page.url()).hash, target);
    assert.ok(await page.locator(`[id="${target?.slice(1)}"]`).isVisible());
  });

  it('runs its script also at an address whose fragment is malformed', async () => {
    await page.goto(`${new URL('/docs#%', gateway.baseURL)}`);
    await page.reload();
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('#key')?.value !== '',
    );
    assert.equal(await page.inputValue('#key'), gateway.apiKey);
  });

  it('reports nothing on the console but the answers that were errors', () => {
    assert.deepEqual(
      problems.filter((problem) => !/ (400|401) \(/.test(problem)),
      [],
    );
  });
});
