import {
  model,
  startMockGateway,
  type RunningMockGateway,
  type StartMockGatewayOptions,
} from '@model-gateway/mock';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { sharedBrowser } from '../../../mock/test/browser/shared-browser.ts';

/** An image model of one price, for tenants of the tests. */
export const PAINT = model({ id: 'acme/paint-1', output: ['image'], price: { image: 0.25 } });

export interface Inspected {
  readonly gateway: RunningMockGateway;
  readonly page: Page;
  /** Opens a part: `?part=rules`. */
  open(search?: string): Promise<void>;
  /** Sends a request to the gateway's own tenant, and reads its answer to the end. */
  ask(path: string, body?: unknown): Promise<Response>;
  /** The text on the clipboard. */
  clipboard(): Promise<string>;
}

/** What is closed when a test, or a suite, is over. */
interface Lifetime {
  after(close: () => unknown): void;
}

/** A mock with a page of its inspector; an error of the page fails the test. */
export async function inspected(
  t: Lifetime,
  options: StartMockGatewayOptions = {},
  look: BrowserContextOptions = {},
): Promise<Inspected> {
  const gateway = await startMockGateway({ world: 'tiny', unhandled: 'ignore', ...options });
  t.after(() => gateway.close());
  const browser = await sharedBrowser();
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...look });
  context.setDefaultTimeout(15_000);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  t.after(() => context.close());
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  page.on('console', (message) => {
    // Of Content-Security-Policy, above all; a failed request is the mock's answer.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      errors.push(message.text());
  });
  t.after(() => {
    if (errors.length > 0) throw new Error(errors.join('\n'));
  });
  return {
    gateway,
    page,
    async open(search = '') {
      await page.goto(`${gateway.url}/__gateway${search}`);
      await page.getByText('live', { exact: true }).waitFor();
    },
    async ask(path, body) {
      const response = await fetch(gateway.baseURL + path, {
        headers: {
          authorization: `Bearer ${gateway.apiKey}`,
          'content-type': 'application/json',
        },
        ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      });
      await response.clone().arrayBuffer();
      return response;
    },
    clipboard: () => page.evaluate(() => navigator.clipboard.readText()),
  };
}
