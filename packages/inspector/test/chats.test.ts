// System, with others: drives a part of the page in a browser.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { call, reason, say } from '@model-gateway/mock';
import type { Route } from 'playwright-core';
import { noChromium } from '../../mock/test/browser/chromium.ts';
import { inspected } from './support/inspected.ts';

const WEATHER = {
  type: 'function',
  function: {
    name: 'weather',
    parameters: {
      type: 'object',
      properties: { place: { type: 'string' }, days: { type: 'integer' } },
    },
  },
};
const model = 'acme/quill-1';
const system = { role: 'system', content: 'Be brief.' };
const user = (content: string) => ({ role: 'user', content });

describe('conversations in the inspector', { skip: noChromium }, () => {
  it('show what each request added, what was answered, and what it took', async (t) => {
    const { page, gateway, open, ask } = await inspected(t);
    gateway
      .chat('weather')
      .as('weather')
      .script(
        [reason('Which place?'), say('Let me look.'), call('weather', { place: 'Oslo' })],
        'Rain in Oslo.',
      );
    const question = [system, user('weather in Oslo')];
    const first = await ask('/chat/completions', { model, messages: question, tools: [WEATHER] });
    const { choices } = (await first.json()) as {
      choices: [{ message: { tool_calls: [{ id: string }] } }];
    };
    const said = choices[0].message;
    const result = {
      role: 'tool',
      tool_call_id: said.tool_calls[0].id,
      content: 'rain, 8 degrees',
    };
    const messages = [...question, said, result];
    await ask('/chat/completions', { model, messages, tools: [WEATHER], stream: true });
    await ask('/chat/completions', { model, messages: [user('Hello')] });
    await open('?part=chats');
    await page.getByRole('button', { name: 'weather in Oslo' }).click();
    const [one, two] = [1, 2].map((number) =>
      page.getByRole('region', { name: `Request ${number}` }),
    );
    await one!.getByText('Let me look.').waitFor();
    await one!.getByRole('heading', { name: 'Calls weather' }).waitFor();
    await one!.getByText('→ rain, 8 degrees').waitFor();
    await one!.getByText('Reasoning').click();
    await one!.getByText('Which place?').waitFor();
    await two!.getByText('Rain in Oslo.').waitFor();
    assert.equal(await two!.getByText('weather in Oslo').count(), 0, 'only what is new');
    await two!.getByText(/\d+ in, 0 cached, \d+ out/).waitFor();
    await page.getByText('Copy transcript').click();
    await two!.getByRole('link', { name: 'weather' }).click();
    await page.getByRole('heading', { level: 1, name: 'Rules' }).waitFor();
  });

  it('go on with the view that was chosen when their answer begins', async (t) => {
    const { page, gateway, open, ask } = await inspected(t);
    const held = gateway.chat('poem').stream();
    const asking = ask('/chat/completions', { model, messages: [user('a poem')], stream: true });
    await held.request;
    await open('?part=chats');
    const one = page.getByRole('region', { name: 'Request 1' });
    await one.getByRole('tab', { name: 'Request' }).click();
    assert.equal(await one.getByRole('tab').count(), 2);
    await held.text('Roses');
    await held.complete();
    await asking;
    await one.getByRole('tab', { name: 'Events' }).waitFor();
    const chosen = one.getByRole('tab', { selected: true });
    assert.equal(await chosen.textContent(), 'Request');
    await one.getByRole('tabpanel', { name: 'Request' }).waitFor();
  });

  it('play a streamed answer event by event, its frames beside it', async (t) => {
    const { page, gateway, open, ask } = await inspected(t, { clock: { mode: 'autoAdvance' } });
    gateway.chat('poem').say('Roses are red', { pace: { first: '30ms', every: '20ms' } });
    gateway.chat('poem').end('abort', { afterDeltas: 3 });
    const body = { model, messages: [user('a poem')], stream: true };
    await assert.rejects(ask('/chat/completions', body));
    await open('?part=chats');
    const one = page.getByRole('region', { name: 'Request 1' });
    const moment = one.getByRole('slider', { name: 'Moment of the stream' });
    await one.getByText('Roses are red').waitFor();
    assert.match((await moment.getAttribute('aria-valuetext'))!, /^3 of 3 events, .*, then abort$/);
    await moment.press('ArrowLeft');
    await one
      .getByRole('paragraph')
      .filter({ hasText: /^Roses are $/ })
      .waitFor();
    await one.getByText('2 of 3 events').waitFor();
    await one.getByRole('tab', { name: 'Answer' }).press('ArrowRight');
    const frames = one.getByRole('list', { name: 'Events' });
    const frame = frames.locator('[aria-current="true"] pre');
    await frame.filter({ hasText: /^data: \{.*"content":"are "/ }).waitFor();
    await frames.getByRole('button').first().click();
    await one
      .getByRole('paragraph')
      .filter({ hasText: /^Roses $/ })
      .waitFor();
    await moment.press('Home');
    await one.getByText('Nothing said.').waitFor();
    await moment.press(' ');
    await one.getByText('3 of 3 events').waitFor();
    await one.getByRole('button', { name: 'Play' }).waitFor();
    await one.getByRole('tab', { name: 'Request' }).click();
    await one.getByRole('group', { name: 'Request body' }).getByText('messages').waitFor();
  });

  it('are copied as a script, and make rules for what comes next', async (t) => {
    const { page, gateway, open, ask, clipboard } = await inspected(t);
    const body = { model, messages: [system, user('a poem')], stream: true };
    gateway.chat('poem').say('Roses are red');
    await ask('/chat/completions', body);
    await open('?part=chats');
    await page.getByRole('button', { name: 'Copy script' }).click();
    await page.getByText('Script copied').waitFor();
    assert.equal(await clipboard(), "gateway.chat('a poem').say('Roses are red');\n");
    const one = page.getByRole('region', { name: 'Request 1' });
    await one.getByText('Copy it, or make a rule for this').click();
    await one.getByRole('button', { name: 'rule', exact: true }).click();
    await page.getByText('Rule copied').waitFor();
    assert.deepEqual(JSON.parse(await clipboard()), {
      rules: [{ on: 'chat', where: { chat: { user: 'a poem' } }, say: 'Roses are red' }],
    });
    const make = one.getByRole('group', { name: 'Make a rule for this' });
    await one.getByRole('slider').press('Home');
    for (let n = 0; n < 2; n++) await one.getByRole('slider').press('ArrowRight');
    await make.getByRole('button', { name: 'cut after 2 deltas' }).click();
    await page.getByText('Rule added').waitFor();
    await assert.rejects(ask('/chat/completions', body));
    assert.equal(gateway.requests('chat').last().answer?.text, 'Roses are ');
    const two = page.getByRole('region', { name: 'Request 2' });
    await two.getByText('Copy it, or make a rule for this').click();
    const added = page.waitForResponse((response) => response.url().endsWith('/rules'));
    await two.getByRole('button', { name: 'fail with 529' }).click();
    await added;
    assert.equal((await ask('/chat/completions', body)).status, 529);
    const three = page.getByRole('region', { name: 'Request 3' });
    await three.getByText('529: Provider returned error').waitFor();
    await page.getByLabel('New only').uncheck();
    await three.getByText('a poem', { exact: true }).waitFor();
  });

  it('mark where the last request differs from what is expected', async (t) => {
    const { page, open, ask } = await inspected(t);
    await ask('/chat/completions', { model, messages: [system, user('weather in Bergen')] });
    await open('?part=chats');
    const form = page.getByRole('form', { name: 'Expectation' });
    await form.getByRole('button', { name: 'Compare' }).click();
    await form.getByText('✗').waitFor();
    assert.match((await form.getByRole('status').textContent())!, /weather in Bergen\n.*✗ user/);
    await form.getByRole('textbox').fill('{ "user": { "contains": "Bergen" } }');
    await form.getByRole('button', { name: 'Compare' }).click();
    await form.getByText('As expected.').waitFor();
  });

  it('let a person be the model, for one answer after the other', async (t) => {
    const { page, gateway, open, ask } = await inspected(t);
    await open('?part=chats');
    await page.getByRole('switch', { name: 'Be the model' }).check();
    await page.getByText('you answer the next one').waitFor();
    const body = { model, messages: [user('Who are you?')], tools: [WEATHER], stream: true };
    const asked = ask('/chat/completions', body);
    const form = page.getByRole('group', { name: 'Your answer' });
    await form.getByText('Who are you?').waitFor();
    await form.getByLabel('Text').fill('Hm.');
    await form.getByRole('button', { name: 'Reason' }).click();
    const field = form.getByLabel('Text');
    const hasText = (text: string) =>
      page.waitForFunction(
        ([of, wanted]) => document.querySelector<HTMLTextAreaElement>(of)?.value === wanted,
        ['[aria-label="Your answer"] textarea', text] as const,
      );
    await hasText('');
    const late: Route[] = [];
    await page.route('**/streams/*', (route) => void late.push(route));
    const held = page.waitForRequest('**/streams/*');
    await field.fill('I am');
    await form.getByRole('button', { name: 'Say' }).click();
    await held;
    await field.fill('I am you.');
    await late[0]?.continue();
    await hasText(' you.');
    await page.unroute('**/streams/*');
    await page.route('**/streams/*', (route) => route.abort());
    await form.getByRole('button', { name: 'Say' }).click();
    await page.getByText('Failed to fetch').waitFor();
    assert.equal(await field.inputValue(), ' you.');
    await page.unroute('**/streams/*');
    await form.getByRole('button', { name: 'Say' }).click();
    await hasText('');
    await form.getByLabel('Tool').selectOption('weather');
    const args = form.getByLabel('Arguments');
    assert.deepEqual(JSON.parse(await args.inputValue()), { place: '', days: 0 });
    await args.fill('{"place":"Oslo"}');
    await form.getByRole('button', { name: 'Call weather' }).click();
    await page.getByRole('heading', { name: 'Calls weather' }).waitFor();
    await form.getByRole('button', { name: 'Finish' }).click();
    await asked;
    const { answer } = gateway.requests('chat').last();
    assert.deepEqual(
      [answer?.reasoning, answer?.text, answer?.calls],
      ['Hm.', 'I am you.', [{ name: 'weather', args: { place: 'Oslo' } }]],
    );
    await page.getByText('you answer the next one').waitFor();
    const cut = ask('/chat/completions', body);
    await form.getByRole('combobox', { name: 'End in another way' }).selectOption('clean-eof');
    assert.doesNotMatch(await (await cut).text(), /DONE/);
    await page.getByText('you answer the next one').waitFor();
    const lettingGo: Route[] = [];
    await page.route('**/rules/*', (route) => void lettingGo.push(route));
    const letGo = page.waitForRequest('**/rules/*');
    await page.getByRole('switch', { name: 'Be the model' }).uncheck();
    await letGo;
    assert.ok(await page.getByText('you answer the next one').isVisible());
    await lettingGo[0]?.continue();
    await page.getByText('you answer the next one').waitFor({ state: 'detached' });
    assert.match(await (await ask('/chat/completions', body)).text(), /Echo/);
  });
});
