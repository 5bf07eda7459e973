// System, with others: drives every part of the page in a browser, with texts of strangers.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { destination, model } from '@model-gateway/mock';
import type { Locator, Page } from 'playwright-core';
import { noChromium } from '../../mock/test/browser/chromium.ts';
import { inspected } from './support/inspected.ts';

/** Ends attributes and elements, and would run where it were read as markup. */
const MARKUP = `'"--></script></style></title></textarea><img src=x onerror=window.ran=1><svg onload=window.ran=1><b id=injected>`;
const SCRIPT_URL = 'javascript:window.ran=1';
const SVG = `<svg xmlns="http://www.w3.org/2000/svg"><script>top.ran = 1</script></svg>`;

/** The parts, and whether they show texts of strangers from the start. */
const PARTS = {
  requests: true,
  chats: true,
  models: true,
  studio: true,
  destinations: true,
  tenants: false,
  rules: false,
};

describe('texts of strangers in the inspector', { skip: noChromium }, () => {
  it('are texts in every part, and in every request', async (t) => {
    const { page, gateway, open, ask } = await inspected(t, {
      world: undefined,
      models: [
        model({ id: 'acme/quill-1', name: MARKUP, description: MARKUP }),
        model({ id: 'acme/paint-1', name: MARKUP, output: ['image'] }),
      ],
      destinations: [destination({ name: MARKUP, type: 'webhook' })],
    });
    gateway.on('createImage').reply({
      json: { data: [{ b64_json: Buffer.from(SVG).toString('base64'), media_type: MARKUP }] },
    });
    gateway.on('listModels').reply({
      status: 418,
      headers: { 'x-markup': MARKUP, location: SCRIPT_URL },
      json: { error: { code: 418, message: MARKUP, [MARKUP]: [MARKUP, SCRIPT_URL] } },
    });
    gateway.chat().say(MARKUP);
    gateway.chat('tool').call(MARKUP, { [MARKUP]: MARKUP });
    const talk = (content: string, more = {}) =>
      ask('/chat/completions', {
        model: 'acme/quill-1',
        messages: [
          { role: 'system', content: MARKUP },
          { role: 'user', content },
        ],
        ...more,
      });
    await ask(`/models?${new URLSearchParams({ q: MARKUP, [MARKUP]: SCRIPT_URL })}`);
    await ask(`/${encodeURIComponent(MARKUP)}`);
    await ask('/images', { model: 'acme/paint-1', prompt: MARKUP, [MARKUP]: MARKUP });
    await fetch(`${gateway.baseURL}/images`, {
      method: 'POST',
      body: MARKUP,
      headers: { 'content-type': 'text/html', 'x-title': MARKUP, 'x-session-id': SCRIPT_URL },
    });
    await talk(MARKUP);
    await talk(MARKUP, { stream: true });
    await talk(MARKUP, { model: MARKUP });
    await talk('tool', { tools: [{ type: 'function', function: { name: 'clock' } }] });

    const filters = new URLSearchParams({ of: MARKUP, status: MARKUP, tenant: MARKUP });
    for (const [part, hasTexts] of Object.entries(PARTS)) {
      await open(`?part=${part}&${filters}`);
      assert.deepEqual(await markupIn(page), NOTHING, `${part}, filtered`);
      await open(`?part=${part}`);
      if (hasTexts) await page.getByText('<svg onload').first().waitFor({ state: 'attached' });
      await unfold(page.locator('summary'));
      assert.deepEqual(await markupIn(page), NOTHING, part);
    }
    await open();
    await page.getByText('8 of 8').waitFor();
    const requests = page.getByRole('listbox').getByRole('option');
    for (let number = 8; number > 0; number--) {
      // The newest comes first.
      await requests.nth(8 - number).click();
      const shown = page.getByRole('article', { name: `Request ${number}`, exact: true });
      await shown.getByRole('region', { name: 'Answered' }).waitFor();
      await unfold(shown.getByRole('tab'));
      await unfold(shown.locator('summary'));
      assert.deepEqual(await markupIn(page), NOTHING, `request ${number}`);
    }
  });
});

async function unfold(all: Locator): Promise<void> {
  for (const each of await all.all()) if (await each.isVisible()) await each.click();
}

interface Found {
  readonly hasRun: boolean;
  readonly elements: number;
  readonly links: readonly (string | null)[];
}

const NOTHING: Found = { hasRun: false, elements: 0, links: [] };

/** What became of the texts as markup: scripts that ran, elements, and addresses outside of the page. */
function markupIn(page: Page): Promise<Found> {
  return page.evaluate(() => {
    const names = ['href', 'src', 'action', 'formaction'];
    const links = [...document.querySelectorAll(names.map((name) => `[${name}]`).join())]
      .flatMap((element) => names.map((name) => element.getAttribute(name)))
      .filter((link) => link !== null && !/^(?:\/(?!\/)|\?|data:(?:image\/|,$))/.test(link));
    const injected = document.querySelectorAll('#injected, [onerror], [onload]');
    return { hasRun: 'ran' in window, elements: injected.length, links };
  });
}
