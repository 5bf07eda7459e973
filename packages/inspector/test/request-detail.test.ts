// System, with others: drives a part of the page in a browser; smoke.test.ts is the short one.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { noChromium } from '../../mock/test/browser/chromium.ts';
import { inspected, PAINT } from './support/inspected.ts';

const DRAW = { model: 'acme/paint-1', prompt: 'red panda', resolution: '512' } as const;

describe('details of requests in the inspector', { skip: noChromium }, () => {
  it('show their images, their costs and who answered', async (t) => {
    const { page, open, ask } = await inspected(t, { models: [PAINT] });
    await ask('/images', DRAW);
    await open('?request=main/1');
    const answered = page.getByRole('region', { name: 'Answered' });
    await answered.getByText(/512 × 512 PNG/).waitFor();
    const facts = await page.locator('.facts').textContent();
    assert.match(facts!, /Cost\$0\.25/);
    assert.match(facts!, /Answered bygateway/);
  });

  it('say first why they failed', async (t) => {
    const { page, open, ask } = await inspected(t);
    await ask('/models?limit=9999');
    await open('?request=main/1');
    await page.getByText(/^✗ 400: .*limit must be/).waitFor();
  });

  it('say first why their streams failed', async (t) => {
    const { page, gateway, open, ask } = await inspected(t, { models: [PAINT] });
    gateway.on('createImage').end('error-event');
    await ask('/images', { ...DRAW, stream: true });
    await open('?request=main/1');
    await page.getByText(/^✗ .+: .+/).waitFor();
  });

  it('name the providers that failed before the error, in the order of asking', async (t) => {
    const { page, gateway, open, ask } = await inspected(t, { models: [PAINT] });
    const attempts = [
      { provider: 'acme', class: 'overloaded', ms: 120 },
      { provider: 'quill', class: 'timeout', ms: 2500 },
    ];
    const error = { code: 502, message: 'No provider answered', metadata: { attempts } };
    gateway.on('createImage').reply({ status: 502, json: { error } });
    await ask('/images', DRAW);
    await open('?request=main/1');
    const list = page.getByRole('region', { name: 'Provider attempts' }).getByRole('listitem');
    await list.nth(1).waitFor();
    assert.deepEqual(await list.allTextContents(), [
      'acme overloaded 120 ms',
      'quill timeout 2.5 s',
    ]);
  });

  it('lead to the rule that answered them', async (t) => {
    const { page, gateway, open, ask } = await inspected(t);
    gateway.on('listModels').fail(503);
    gateway.on('*').delay(0, { times: Infinity });
    await ask('/models');
    await open('?request=main/1');
    const answered = 'rule any.delay-0, rule listModels.fail-503';
    await page.getByText(answered, { exact: true }).waitFor();
    await page.getByRole('link', { name: 'listModels.fail-503' }).click();
    await page.locator('tr[aria-current]', { hasText: 'listModels.fail-503' }).waitFor();
    assert.match(page.url(), /part=rules&tenant=main&rule=listModels.fail-503/);
  });

  // The body of an unhandled request is not read.
  for (const { path, target, where } of [
    { path: '/images', target: 'createImage', where: '{"model":"acme/paint-1"}' },
    {
      path: '/moderations',
      target: 'POST /moderations',
      where: '',
    },
  ]) {
    it(`fill in the form for a rule: ${target}`, async (t) => {
      const { page, open, ask } = await inspected(t, { models: [PAINT] });
      await ask(path, DRAW);
      await open('?request=main/1');
      await page.getByRole('button', { name: 'Make a rule for this' }).click();
      const form = page.getByRole('form', { name: 'New rule' });
      const fields = [form.getByLabel('for', { exact: true }), form.getByLabel(/^where/)];
      assert.deepEqual(await Promise.all(fields.map((field) => field.inputValue())), [
        target,
        where,
      ]);
      await form.getByRole('button', { name: 'Add rule' }).click();
      await page.getByText('Rule added').waitFor();
      assert.equal((await ask(path, DRAW)).status, 529);
    });
  }

  it('name the fixtures that nearly answered them, with what differs', async (t) => {
    const { parseFixtures } = await import('@model-gateway/fixtures');
    const text = `
gw: 1
exchanges:
  - id: small-page
    match: { op: listModels, query: { limit: 5 } }
    respond: { status: 200, json: { data: [], total_count: 0 } }
`;
    const { page, open, ask } = await inspected(t, {
      fixtures: parseFixtures([{ file: 'fixtures/a.gw.yaml', text }]),
      fixturesMode: 'replay-or-mock',
    });
    await ask('/models?limit=6');
    await ask('/models?limit=9999');
    await open('?request=main/1');
    const near = page.getByRole('region', { name: 'Nearest fixtures' });
    await near.getByText('small-page').waitFor();
    await near.getByText('✓ listModels').waitFor();
    await near.getByText('✗ Query: limit must be 5, got 6').waitFor();
    await page.getByRole('listbox').getByRole('option').first().click();
    await near.getByText('✗ Query: limit must be 5, got 9999').waitFor();
  });

  it('show a stream event by event, with the picture as it stood', async (t) => {
    const { page, open, ask } = await inspected(t, { models: [PAINT] });
    await ask('/images', { ...DRAW, stream: true });
    await open('?request=main/1');
    const events = page.getByRole('list', { name: 'Events' }).getByRole('listitem');
    await events.filter({ hasText: '[DONE]' }).waitFor();
    const count = await events.count();
    assert.ok(count >= 3);
    const stood = page.getByRole('region', { name: 'Answer so far' }).getByRole('img');
    const last = await stood.getAttribute('src');
    await events.filter({ hasText: 'partial_image' }).first().getByRole('button').click();
    await events
      .locator('pre', { hasText: 'data: {"type":"image_generation.partial_image"' })
      .waitFor();
    assert.notEqual(await stood.getAttribute('src'), last);
    const moment = page.getByRole('slider', { name: 'Moment of the stream' });
    await moment.press('Home');
    await stood.waitFor({ state: 'detached' });
    await moment.press('End');
    assert.equal(await stood.getAttribute('src'), last);
    assert.match(
      (await moment.getAttribute('aria-valuetext'))!,
      new RegExp(`^${count} of ${count}`),
    );
  });

  it('name the operation that an unhandled one meant', async (t) => {
    const { page, open, ask } = await inspected(t);
    await ask('/images/generations', { prompt: 'red panda' });
    await open('?request=main/1');
    await page.getByText('No rule, fixture or operation answered.').waitFor();
    await page.getByText('Did you mean POST /v1/images?').waitFor();
  });

  it('show what they said that the gateway does not know', async (t) => {
    const { page, open, ask } = await inspected(t);
    await ask('/models?limti=3');
    await open('?request=main/1');
    await page
      .getByText(/Unknown and ignored: query parameter "limti"; did you mean "limit"/)
      .waitFor();
  });
});
