import type { Page } from 'playwright-core';

/** Resolves to the text of the browser tests' page once it is done. Rejects with its errors. */
export async function seenOn(page: Page) {
  const failed = new Promise<never>((_resolve, reject) => page.once('pageerror', reject));
  await Promise.race([page.waitForSelector('body[data-types]'), failed]);
  return page.evaluate(() => ({
    models: [...document.querySelectorAll('li')].map(({ textContent }) => textContent),
    types: document.body.dataset['types']?.split(' ') ?? [],
    width: document.querySelector('img')?.naturalWidth,
  }));
}
