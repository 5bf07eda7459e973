// System, with others: axe reads every part of the page four times.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { describe, it } from 'node:test';
import { parseFixtures } from '@model-gateway/fixtures';
import type { Page } from 'playwright-core';
import { noChromium } from '../../mock/test/browser/chromium.ts';
import { inspected } from './support/inspected.ts';
import { settling } from './support/settled.ts';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

interface Axe {
  run(options: object): Promise<{ readonly violations: readonly Violation[] }>;
}

/** The rules that look at colours; the others find the same in both schemes. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** What axe finds wrong with the page by these rules, or by all, in words. */
async function violationsIn(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) };
  const { violations } = await page.evaluate(
    // axe has just made itself global.
    (given) => (globalThis as unknown as { axe: Axe }).axe.run(given),
    options,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
  );
}

/** The elements of a page that have to be scrolled sideways, and how far. */
function scrolledSideways(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter((each) => /auto|scroll/.test(getComputedStyle(each).overflowX))
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map((each) => `${each.outerHTML.slice(0, 80)}: ${each.scrollWidth - each.clientWidth} px`),
  );
}

const FIXTURE = `
gw: 1
exchanges:
  - id: small-page
    match: { op: listModels, query: { limit: 5 } }
    respond: { status: 200, json: { data: [], total_count: 0 } }
`;

const PARTS = {
  'the list of requests': '',
  'an image': '?request=main/1',
  'a stream': '?request=main/2',
  'an unhandled request': '?request=main/3',
  'a request with near fixtures': '?request=main/4',
  'a conversation': '?part=chats',
  'a conversation, event by event': '?part=chats',
  'the catalog': '?part=models&model=acme/paint-1&output_modalities=image',
  'the studio': '?part=studio',
  'the studio for chat': '?part=studio&mode=chat',
  tenants: '?part=tenants',
  rules: '?part=rules',
  destinations: '?part=destinations',
};

describe('axe', { skip: noChromium }, () => {
  for (const width of [360, 1280]) {
    it(`finds nothing in any part, light and dark, ${width} pixels wide`, async (t) => {
      const look = { viewport: { width, height: 800 } };
      const fixtures = parseFixtures([{ file: 'a.gw.yaml', text: FIXTURE }]);
      const options = { world: 'golden', fixtures, fixturesMode: 'replay-or-mock' } as const;
      const { page, gateway, open, ask } = await inspected(t, options, look);
      const settled = settling(page);
      const body = { model: 'acme/paint-1', prompt: 'red panda', resolution: '1K' };
      await ask('/images', body);
      await ask('/images', { ...body, stream: true });
      await ask('/images/generations', body);
      await ask('/models?limit=6');
      await ask('/chat/completions', {
        model: 'acme/quill-1',
        messages: [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: 'Hello' },
        ],
        stream: true,
      });
      gateway.on('listModels').fail(503, { times: 1 });
      for (const [name, search] of Object.entries(PARTS)) {
        await open(search);
        if (name === 'a conversation, event by event') {
          await page.getByRole('tab', { name: 'Events' }).click();
          await page.getByRole('slider').press('ArrowLeft');
          await page.getByText('Copy it, or make a rule for this').click();
        }
        await settled();
        await page.evaluate(axe);
        await page.emulateMedia({ colorScheme: 'light' });
        assert.deepEqual(await violationsIn(page), [], name);
        // Only colours depend on it, so the part is not opened again.
        await page.emulateMedia({ colorScheme: 'dark' });
        assert.deepEqual(await violationsIn(page, OF_COLOURS), [], `${name}, dark`);
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - innerWidth,
        );
        assert.ok(overflow <= 0, `${name} is ${overflow} pixels too wide`);
        assert.deepEqual(await scrolledSideways(page), [], name);
        const parts = await page.getByRole('navigation').getByRole('link').all();
        const boxes = await Promise.all(parts.map(async (link) => (await link.boundingBox())!));
        for (const { x, width: wide } of boxes) {
          assert.ok(x >= 0 && x + wide <= width, `${name}: a part is beyond the edge`);
        }
        const rows = new Set(boxes.map(({ y }) => y));
        assert.equal(rows.size, 1, `${name}: the parts are in ${rows.size} rows`);
      }
    });
  }
});
