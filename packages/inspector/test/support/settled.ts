import type { Page, Request } from 'playwright-core';

/** Frames in a row in which a page waits for nothing: what it has just drawn may ask for more. */
const QUIET_FRAMES = 5;

/**
 * Follows the requests of a page from here on. The function that it returns resolves once the page
 * has everything that it asked for, and has drawn it. Of a stream the beginning is enough: that of the
 * gateway's events stays open, so the network is never idle.
 */
export function settling(page: Page): () => Promise<void> {
  const pending = new Set<Request>();
  page.on('request', (request) => pending.add(request));
  page.on('response', (response) => {
    const isStream = response.headers()['content-type']?.startsWith('text/event-stream');
    if (isStream === true) pending.delete(response.request());
  });
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => pending.delete(request));
  return async () => {
    for (let quiet = 0; quiet < QUIET_FRAMES; quiet = pending.size === 0 ? quiet + 1 : 0)
      await page.evaluate(() => new Promise(requestAnimationFrame));
  };
}
