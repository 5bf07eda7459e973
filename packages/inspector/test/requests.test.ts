// System, with others: drives a part of the page in a browser; smoke.test.ts is the short one.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startMockGateway } from '@model-gateway/mock';
import { noChromium } from '../../mock/test/browser/chromium.ts';
import { inspected } from './support/inspected.ts';

describe('requests in the inspector', { skip: noChromium }, () => {
  it('are listed as they come, newest first', async (t) => {
    const { page, open, ask } = await inspected(t);
    await ask('/models?limit=1');
    await open();
    await page.getByRole('listbox').getByRole('option', { name: 'listModels' }).waitFor();
    await ask('/models?limit=9999');
    const first = page.getByRole('listbox').getByRole('option').first();
    await first.getByText('400').waitFor();
    assert.equal(await page.getByRole('listbox').getByRole('option').count(), 2);
  });

  it('are filtered by text, operation, status and tenant, in the address of the page', async (t) => {
    const { page, gateway, open, ask } = await inspected(t);
    const tenant = gateway.tenant({ id: 'checkout' });
    await ask('/models?limit=1');
    await ask('/models?limit=9999');
    await fetch(`${gateway.baseURL}/models?sort=newest`, {
      headers: { authorization: `Bearer ${tenant.apiKey}` },
    });
    await open('?status=4xx');
    const options = page.getByRole('listbox').getByRole('option');
    await page.getByText('1 of 3').waitFor();
    assert.match((await options.first().textContent())!, /400/);
    await page.getByLabel('Status').selectOption('');
    await page.getByLabel('Tenant', { exact: true }).selectOption('checkout');
    await page.getByText('1 of 3').waitFor();
    assert.match(page.url(), /of=checkout/);
    await page.getByLabel('Tenant', { exact: true }).selectOption('');
    await page.getByLabel('Filter by text').fill('sort=newest');
    await page.getByText('1 of 3').waitFor();
    await page.getByLabel('Filter by text').fill('');
    await page.getByLabel('Operation').selectOption('listModels');
    await page.getByText('3 of 3').waitFor();
  });

  it('are those of clients, not those of the page, which no rule sees', async (t) => {
    const { page, gateway, open, ask } = await inspected(t);
    const fault = gateway.on('*').fail(503, { times: 1 });
    await open('?part=models');
    await page.getByText(/\d+ models/).waitFor();
    const listed = page.waitForResponse(/observability\/destinations/);
    await open('?part=destinations');
    assert.equal((await listed).status(), 200);
    assert.equal(fault.hits, 0);
    gateway.requests().expectCount(0);
    assert.equal((await ask('/models?limit=1')).status, 503);
    await page.getByRole('navigation').getByRole('link', { name: 'requests' }).click();
    await page.getByText('1 of 1').waitFor();
  });

  it('are left to problems at one press: errors, unhandled, unknown parts, broken', async (t) => {
    const { page, gateway, open, ask } = await inspected(t);
    await ask('/models?limit=1');
    await ask('/models?limit=9999');
    await ask('/images/generations', {});
    await ask('/models?limti=3');
    gateway.on('listModels').fault('reset-before-headers');
    await ask('/models').catch(() => {});
    await open();
    await page.getByRole('button', { name: 'Problems 4' }).click();
    await page.getByText('4 of 5').waitFor();
    const options = page.getByRole('listbox').getByRole('option');
    const classes = await options.evaluateAll((all) => all.map((row) => row.className));
    assert.deepEqual(new Set(classes), new Set(['row problem']));
    await page.getByText('broken', { exact: true }).waitFor();
    assert.match(page.url(), /problems=only/);
  });

  it('stand still while the list is paused', async (t) => {
    const { page, open, ask } = await inspected(t);
    await ask('/models?limit=1');
    await open();
    await page.getByRole('listbox').getByRole('option').waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await ask('/models?limit=2');
    const resume = page.getByRole('button', { name: 'Resume (1 new)' });
    await resume.waitFor();
    assert.equal(await page.getByRole('listbox').getByRole('option').count(), 1);
    await resume.click();
    await page.getByRole('listbox').getByRole('option').nth(1).waitFor();
  });

  it('have rows of two lines where there is little room, which still say who answered', async (t) => {
    const { page, open, ask } = await inspected(t);
    await ask('/models?limti=3');
    await open();
    const row = page.getByRole('listbox').getByRole('option');
    await row.getByText('unknown: limti').waitFor();
    const heightOf = async () => (await row.boundingBox())!.height;
    assert.equal(await heightOf(), 40);
    await row.click();
    await page.locator('.two-lines').waitFor();
    assert.equal(await heightOf(), 48);
    assert.ok(await row.getByText('gateway', { exact: true }).isVisible());
  });

  it('are selected with the keyboard', async (t) => {
    const { page, open, ask } = await inspected(t);
    for (const limit of [1, 2, 3]) await ask(`/models?limit=${limit}`);
    await open();
    await page.getByRole('listbox').getByRole('option').nth(2).waitFor();
    await page.getByRole('listbox').focus();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('article', { name: 'Request 3' }).waitFor();
    await page.keyboard.press('End');
    await page.getByRole('article', { name: 'Request 1' }).waitFor();
    await page.keyboard.press('ArrowUp');
    await page.getByRole('article', { name: 'Request 2' }).waitFor();
    const active = await page.getByRole('listbox').getAttribute('aria-activedescendant');
    assert.equal(await page.locator(`#${active}`).getAttribute('aria-selected'), 'true');
  });

  it('are in view when a link opens them', async (t) => {
    const { page, open, ask } = await inspected(t);
    for (let n = 0; n < 40; n++) await ask('/models?limit=1');
    await open('?request=main/2');
    const selected = page.getByRole('listbox').getByRole('option', { selected: true });
    await selected.waitFor();
    const list = await page.getByRole('listbox').boundingBox();
    const row = await selected.boundingBox();
    assert.ok(row!.y >= list!.y && row!.y + row!.height <= list!.y + list!.height);
  });

  it('are closed with Escape, which gives the list its focus back', async (t) => {
    const { page, open, ask } = await inspected(t);
    for (const limit of [1, 2]) await ask(`/models?limit=${limit}`);
    await open('?request=main/1');
    await page.getByRole('article').getByRole('button', { name: 'curl' }).focus();
    await page.keyboard.press('Escape');
    await page.getByRole('article').waitFor({ state: 'detached' });
    assert.equal(await page.locator(':focus').getAttribute('role'), 'listbox');
  });

  it('lead to those above and below them', async (t) => {
    const { page, open, ask } = await inspected(t);
    for (const limit of [1, 2]) await ask(`/models?limit=${limit}`);
    await open('?request=main/1');
    const next = page.getByRole('button', { name: 'Next request' });
    const previous = page.getByRole('button', { name: 'Previous request' });
    await page.getByRole('article', { name: 'Request 1' }).waitFor();
    assert.ok(await next.isDisabled());
    await previous.click();
    await page.getByRole('article', { name: 'Request 2' }).waitFor();
    assert.ok(await previous.isDisabled());
    await next.click();
    await page.getByRole('article', { name: 'Request 1' }).waitFor();
  });

  it('are closed with a button', async (t) => {
    const { page, open, ask } = await inspected(t);
    await ask('/models?limit=1');
    await open('?request=main/1');
    await page.getByRole('article').getByRole('button', { name: 'Close' }).click();
    await page.getByRole('article').waitFor({ state: 'detached' });
  });

  it('are those of the mock that is started again on its port', async (t) => {
    const { page, gateway, open, ask } = await inspected(t);
    await ask('/models?limit=1');
    await open();
    await page.getByRole('listbox').getByRole('option').waitFor();
    await gateway.close();
    await page.getByText('not connected').waitFor();
    const again = await startMockGateway({ world: 'tiny', port: gateway.port });
    t.after(() => again.close());
    await page.getByText('No requests yet').waitFor();
    await ask('/models?limit=9999');
    await page.getByRole('listbox').getByRole('option', { name: '400' }).waitFor();
  });

  it('are forgotten at the press of a button', async (t) => {
    const { page, gateway, open, ask } = await inspected(t);
    await ask('/models?limit=1');
    await open();
    await page.getByRole('listbox').getByRole('option').waitFor();
    await page.getByRole('button', { name: 'Clear requests' }).click();
    await page.getByText('No requests yet').waitFor();
    gateway.requests().expectNone();
  });

  it('keep the page small, however many there are', async (t) => {
    const { page, open, ask } = await inspected(t);
    for (let n = 0; n < 50; n++)
      await Promise.all(Array.from({ length: 20 }, () => ask('/models?limit=1')));
    await open();
    await page.getByText('1000 of 1000').waitFor();
    const list = page.getByRole('listbox');
    for (const position of [0, 0.5, 1]) {
      await list.evaluate((box, at) => (box.scrollTop = box.scrollHeight * at), position);
      const count = await page.getByRole('listbox').getByRole('option').count();
      assert.ok(count > 10 && count < 60, `${count} rows`);
    }
    const last = list.locator('[aria-posinset="1000"]');
    // The list draws what came into view a frame later.
    await last.waitFor();
    assert.equal(await last.getAttribute('aria-setsize'), '1000');
  });
});
