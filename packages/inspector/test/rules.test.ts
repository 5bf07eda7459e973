// System, with others: drives a part of the page in a browser; smoke.test.ts is the short one.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Route } from 'playwright-core';
import { noChromium } from '../../mock/test/browser/chromium.ts';
import { inspected } from './support/inspected.ts';

describe('the rules in the inspector', { skip: noChromium }, () => {
  it('adds rules by form, counts their hits and removes them', async (t) => {
    const { page, open, ask } = await inspected(t);
    await open('?part=rules');
    await page.getByLabel('for', { exact: true }).fill('listModels');
    await page.getByLabel('status').selectOption('503');
    await page.getByLabel('times').fill('2');
    await page.getByRole('button', { name: 'Add rule' }).click();
    const row = page.getByRole('row', { name: /listModels\.fail-503/ });
    await row.waitFor();
    assert.equal((await ask('/models')).status, 503);
    await page
      .getByRole('row', { name: /listModels\.fail-503 listModels fails with 503 1 1/ })
      .waitFor();
    await ask('/models');
    await row.getByText('used up', { exact: true }).waitFor();
    await row.getByRole('button', { name: /Remove/ }).click();
    await page.getByText('No rules').waitFor();
    assert.equal((await ask('/models')).status, 200);
  });

  it('keeps what is typed while requests arrive', async (t) => {
    const { page, gateway, open, ask } = await inspected(t);
    gateway.on('*').delay(0, { times: Infinity });
    await open('?part=rules');
    await page.getByRole('row', { name: /any\.delay-0 .* 0 no limit/ }).waitFor();
    await page.getByLabel('for', { exact: true }).fill('listModels');
    await page.getByLabel('times').fill('7');
    await ask('/models');
    await page.getByRole('row', { name: /any\.delay-0 .* 1 no limit/ }).waitFor();
    const typed = [page.getByLabel('for', { exact: true }), page.getByLabel('times')];
    assert.deepEqual(await Promise.all(typed.map((field) => field.inputValue())), [
      'listModels',
      '7',
    ]);
  });

  it('says of each rule which requests it is for and what it answers', async (t) => {
    const { page, gateway, open } = await inspected(t);
    gateway
      .on('createImage')
      .where({ body: { n: 2 }, headers: { 'x-team': /pandas/ } })
      .fail(529, { afterMs: 2000, times: 3 });
    gateway.on('*').delay('1m', { times: Infinity });
    gateway.on('createImage').end('abort');
    gateway.on('POST /moderations').reply(() => ({ json: {} }));
    await open('?part=rules');
    const rows = page.locator('tbody tr');
    await rows.nth(3).waitFor();
    const texts = await rows.evaluateAll((all) =>
      all.map((row) => [...row.children].slice(1, 5).map(({ textContent }) => textContent)),
    );
    assert.deepEqual(texts, [
      ['POST /moderations', 'replies with what a function returns', '0', '1'],
      ['createImage', 'ends with abort', '0', '1'],
      ['every request', 'waits 1 min 0 s, then passes on', '0', 'no limit'],
      [
        'createImagebody {"n":2}headers {"x-team":{"matches":"pandas"}}',
        'fails with 529 after 2.0 s',
        '0',
        '3',
      ],
    ]);
  });

  it('offers hints to those who cannot see them', async (t) => {
    const { page, open } = await inspected(t);
    await open('?part=rules');
    await page.getByText(/An operation, \* for all/).waitFor();
    const id = await page.getByLabel('for', { exact: true }).getAttribute('aria-describedby');
    assert.match((await page.locator(`[id="${id}"]`).textContent())!, /An operation/);
  });

  it('makes everything fail at one switch', async (t) => {
    const { page, open, ask } = await inspected(t);
    await open('?part=rules');
    const everything = page.getByRole('switch');
    await everything.click();
    await page.getByText('Everything fails with 529 now').waitFor();
    await page.getByRole('row', { name: /everything-fails/ }).waitFor();
    const banner = page.getByText('Every request to main always fails with 529');
    await banner.waitFor();
    assert.equal((await ask('/models')).status, 529);
    await everything.click();
    await page.getByText('Requests are answered again').waitFor();
    await banner.waitFor({ state: 'detached' });
    assert.equal((await ask('/models')).status, 200);
  });

  it('says in every part that everything fails, and removes the rule', async (t) => {
    const { page, gateway, open, ask } = await inspected(t);
    gateway
      .on('*')
      .where({ headers: { 'x-team': 'pandas' } })
      .failAlways(500);
    gateway.on('listModels').failAlways(500);
    await open();
    const banner = page.getByText(/Every request to main/);
    await page.getByText('No requests yet').waitFor();
    assert.equal(await banner.count(), 0);
    gateway.on('*').as('outage').failAlways(503);
    await ask('/models');
    for (const part of ['models', 'studio', 'tenants', 'rules', 'destinations', 'requests']) {
      await page.getByRole('navigation').getByRole('link', { name: part }).click();
      await page.getByRole('heading', { level: 1, name: part }).waitFor({ state: 'attached' });
      assert.match((await banner.textContent())!, /always fails with 503: outage$/, part);
    }
    await page.getByRole('button', { name: 'Remove this rule' }).click();
    await banner.waitFor({ state: 'detached' });
    assert.equal((await ask('/images', {})).status, 400);
  });

  it('says nothing of a rule behind one that answers everything', async (t) => {
    const { page, gateway, open } = await inspected(t);
    gateway.on('*').as('outage').failAlways(503);
    gateway.on('*').as('maintenance').reply({ json: {} }, { times: Infinity });
    await open('?part=rules');
    await page.getByRole('row', { name: /outage/ }).waitFor();
    assert.equal(await page.getByText(/Every request to main/).count(), 0);
  });

  it('keeps the rules of the chosen tenant when those of another come late', async (t) => {
    const { page, gateway, open } = await inspected(t);
    gateway.tenant({ id: 'checkout' }).on('*').failAlways(503);
    const late: Route[] = [];
    await page.route('**/tenants/main/rules', (route) => void late.push(route));
    const asked = page.waitForRequest(/tenants\/main\/rules/);
    await open('?part=rules');
    await asked;
    await page.getByLabel('Tenant').selectOption('checkout');
    const banner = page.getByText('Every request to checkout always fails with 503');
    await banner.waitFor();
    for (const route of late) {
      const answered = page.waitForResponse(/tenants\/main\/rules/);
      await route.continue();
      await (await answered).finished();
    }
    await page.evaluate(() => new Promise(requestAnimationFrame));
    assert.equal(await banner.count(), 1);
  });
});
