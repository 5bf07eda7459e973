import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gatewayTest } from '@model-gateway/mock/playwright';
import { expect, type Page } from '@playwright/test';
import { chromium } from './playwright.config.ts';

const PAGE = fileURLToPath(new URL('page.html', import.meta.url));
const test = gatewayTest({ seed: 7 });

test('the gateway draws', async ({ request, tenant }) => {
  const response = await request.post(`${tenant.baseURL}/images`, {
    headers: { authorization: `Bearer ${tenant.apiKey}` },
    data: { model: 'acme/paint-1', prompt: 'a lighthouse' },
  });
  expect(response.status()).toBe(200);
  tenant.requests('createImage').last().expectBody({ prompt: 'a lighthouse' });
});

test.describe('the page', () => {
  test.skip(!existsSync(chromium), `there is no Chromium at ${chromium}: set CHROMIUM_PATH`);

  async function drawOn(page: Page, prompt: string, gateway: { baseURL: string; apiKey: string }) {
    await page.addInitScript(
      ({ baseURL, apiKey }) => Object.assign(window, { gateway: { baseURL, apiKey } }),
      { baseURL: gateway.baseURL, apiKey: gateway.apiKey },
    );
    await page.route('http://localhost/', (route) => route.fulfill({ path: PAGE }));
    await page.goto('http://localhost/');
    await page.getByLabel('Prompt').fill(prompt);
    await page.getByRole('button').click();
  }

  test('shows the image', async ({ page, tenant }) => {
    await drawOn(page, 'a red panda', tenant);
    await expect(page.getByRole('img', { name: 'a red panda' })).toBeVisible();
    tenant.requests('createImage').expectCount(1).last().expectBody({ prompt: 'a red panda' });
  });

  test('says what went wrong', async ({ page, tenant }) => {
    tenant.on('createImage').fail(429, { message: 'Slow down' });
    await drawOn(page, 'a red panda', tenant);
    await expect(page.getByRole('status')).toHaveText(/slow down/i);
  });
});
