// System, with others: tries to control a mock from pages of other origins, in a browser.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startMockGateway } from '@model-gateway/mock';
import { startLoopback } from '../../../egress/test/loopback-server.ts';
import { noChromium } from './chromium.ts';
import { sharedBrowser } from './shared-browser.ts';

/* Pages that a developer may have open, and a mock on the same machine. Source: contract §11.4. */

describe('a page of another origin', { skip: noChromium }, () => {
  for (const name of ['127.0.0.1', 'localhost', 'app.localhost']) {
    it(`neither reads from the control interface nor changes anything: on ${name}`, async (t) => {
      await using gateway = await startMockGateway({ world: 'tiny' });
      await using pages = await startLoopback((_req, res) => {
        res.setHeader('content-type', 'text/html').end('<title>page</title>');
      });
      const headers = { authorization: `Bearer ${gateway.apiKey}` };
      await fetch(`${gateway.baseURL}/models?limit=1`, { headers });
      const context = await (await sharedBrowser()).newContext();
      t.after(() => context.close());
      const page = await context.newPage();
      await page.goto(pages.url.replace('127.0.0.1', name));
      const control = `${gateway.url}/__gateway`;
      assert.deepEqual(await page.evaluate(whatIsRead, control), []);
      await page.evaluate(sendBlindly, control);
      assert.equal(gateway.journal.entries().length, 1, 'it was reset');
      assert.deepEqual(await tenantsOf(control), ['main']);
    });
  }

  it('does both where the mock allows it, so that the tries above are ones', async (t) => {
    await using pages = await startLoopback((_req, res) => {
      res.setHeader('content-type', 'text/html').end('<title>page</title>');
    });
    await using gateway = await startMockGateway({
      world: 'tiny',
      control: { origins: [pages.url] },
    });
    const context = await (await sharedBrowser()).newContext();
    t.after(() => context.close());
    const page = await context.newPage();
    await page.goto(pages.url);
    const control = `${gateway.url}/__gateway`;
    assert.deepEqual(await page.evaluate(whatIsRead, control), ['fetch', 'events']);
    await page.evaluate(sendBlindly, control);
    assert.deepEqual((await tenantsOf(control)).toSorted(), ['made', 'made-by-form', 'main']);
  });
});

async function tenantsOf(control: string): Promise<readonly string[]> {
  const { data } = await (await fetch(`${control}/tenants`)).json();
  return data.map(({ id }: { readonly id: string }) => id);
}

/** Runs in the page: returns the names of what could be read. */
async function whatIsRead(control: string): Promise<readonly string[]> {
  const loaded = (tag: 'img' | 'script' | 'iframe', path: string) =>
    new Promise<HTMLElement>((resolve, reject) => {
      const element = document.createElement(tag);
      element.addEventListener('load', () => resolve(element));
      element.addEventListener('error', reject);
      element.setAttribute('src', control + path);
      document.body.append(element);
    });
  const opened = (source: EventSource | WebSocket) =>
    new Promise((resolve, reject) => {
      source.addEventListener('open', resolve);
      source.addEventListener('error', reject);
    });
  const tries: Readonly<Record<string, () => Promise<unknown>>> = {
    fetch: () => fetch(`${control}/tenants`),
    events: () => opened(new EventSource(`${control}/events`)),
    socket: () => opened(new WebSocket(`${control.replace('http', 'ws')}/events`)),
    image: () => loaded('img', '/tenants'),
    script: () => loaded('script', '/openapi.json'),
    frame: async () => {
      const frame = await loaded('iframe', '');
      if (frame instanceof HTMLIFrameElement && frame.contentDocument !== null) return;
      throw new Error('it shows nothing');
    },
  };
  const read: string[] = [];
  for (const [name, attempt] of Object.entries(tries)) {
    await attempt().then(
      () => read.push(name),
      () => {},
    );
  }
  return read;
}

/** Runs in the page: sends what a browser sends without asking the server, and waits for its end. */
async function sendBlindly(control: string): Promise<void> {
  const tenant = '{"id":"made"}';
  const types = ['text/plain', 'application/x-www-form-urlencoded'];
  for (const type of types) {
    for (const referrerPolicy of ['unsafe-url', 'no-referrer'] as const) {
      const asked = { method: 'POST', mode: 'no-cors', referrerPolicy } as const;
      const headers = { 'content-type': type };
      await fetch(`${control}/tenants`, { ...asked, headers, body: tenant });
      await fetch(`${control}/tenants/main/reset`, asked);
      await fetch(`${control}/tenants/main/clear`, asked);
    }
  }
  navigator.sendBeacon(`${control}/tenants`, tenant);
  await new Promise((resolve) => {
    const frame = document.createElement('iframe');
    frame.name = 'answer';
    const form = document.createElement('form');
    form.action = `${control}/tenants`;
    Object.assign(form, { method: 'post', enctype: 'text/plain', target: frame.name });
    // As text/plain, with a sign between the two, it is JSON.
    const field = Object.assign(document.createElement('input'), {
      name: '{"id":"made-by-form","api_key":"a',
      value: 'b"}',
    });
    form.append(field);
    const submit = () => {
      frame.addEventListener('load', resolve, { once: true });
      form.submit();
    };
    // The first load is that of the empty frame.
    frame.addEventListener('load', submit, { once: true });
    document.body.append(form, frame);
  });
}
