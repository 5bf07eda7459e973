// System, with others: drives pages in a browser.
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { before, describe, it } from 'node:test';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { noChromium } from './chromium.ts';
import { sharedBrowser } from './shared-browser.ts';

/** Makes what the page's tests need global. */
const SCRIPT = `
import { createMockGateway } from '@model-gateway/mock';
import { fetchGateway } from '@model-gateway/fetch';

globalThis.createMockGateway = createMockGateway;

globalThis.draw = async (gateway) => {
  const body = { model: 'acme/paint-1', prompt: 'red panda', size: '256x256', stream: true };
  const headers = { authorization: 'Bearer ' + gateway.apiKey };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  return fetchGateway(gateway.handle, { mount: '' })(new Request('/v1/images', init));
};

/** Gathers the kinds of events that come, and how the stream ends. */
globalThis.read = (response) => {
  const came = [];
  const reading = async () => {
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      const frames = (text + next.value).split('\\n\\n');
      text = frames.pop();
      came.push(...frames.map((frame) => /"type":"([^"]+)"/.exec(frame)?.[1] ?? frame));
    }
  };
  return { came, end: reading().then(() => 'eof', () => 'error') };
};
`;

describe('in a page', { skip: noChromium }, () => {
  let browser: Browser;
  before(async () => (browser = await sharedBrowser()));

  /** Runs a function's body in a page, with what `SCRIPT` makes global. */
  async function run(body: string): Promise<unknown> {
    const page = await browser.newPage();
    await serve(page, await bundle());
    await page.goto('http://localhost/');
    const result: unknown = await page.evaluate(`(async () => { ${body} })()`);
    await page.close();
    return result;
  }

  it('advance resolves when what was due is drawn and sent', async () => {
    const result = await run(`
      const gateway = createMockGateway({ clock: 'frozen', latency: { start: '1s', partial: '2s', image: '4s' } });
      const drawing = draw(gateway);
      await gateway.clock.advance('3s');
      const { came, end } = read(await drawing);
      await gateway.clock.advance('2s');
      const before = [...came];
      await gateway.clock.advance('1h');
      return [before, came.slice(2), await end];
    `);
    const partial = 'image_generation.partial_image';
    assert.deepEqual(result, [
      [partial, partial],
      [partial, 'image_generation.completed', 'data: [DONE]'],
      'eof',
    ]);
  });

  it('autoAdvance leaves nothing to wait for', async () => {
    const result = await run(`
      const gateway = createMockGateway({ clock: 'autoAdvance', latency: 'slow' });
      return read(await draw(gateway)).end;
    `);
    assert.equal(result, 'eof');
  });

  it('a stream is held, and ends in every way that a Response can', async () => {
    const result = await run(`
      const gateway = createMockGateway();
      const ends = {};
      for (const ending of ['done', 'clean-eof', 'abort', 'error-event', 'stall', 'linger']) {
        const tenant = gateway.tenant();
        const held = tenant.on('createImage').stream();
        const { came, end } = read(await draw(tenant));
        await held.partial(0);
        await held.end(ending);
        const isOpen = (await Promise.race([end, undefined])) === undefined;
        await tenant.close();
        ends[ending] = [came.slice(1).join(' '), isOpen, await end];
      }
      return ends;
    `);
    assert.deepEqual(result, {
      done: ['data: [DONE]', false, 'eof'],
      'clean-eof': ['', false, 'eof'],
      abort: ['', false, 'error'],
      'error-event': ['error data: [DONE]', false, 'eof'],
      stall: ['', true, 'error'],
      linger: ['data: [DONE]', true, 'error'],
    });
  });
});

async function serve(page: Page, script: string): Promise<void> {
  await page.route('http://localhost/**', (route) =>
    route.request().url().endsWith('/main.js')
      ? route.fulfill({ contentType: 'text/javascript', body: script })
      : route.fulfill({
          contentType: 'text/html',
          body: '<!doctype html><script type="module" src="/main.js"></script>',
        }),
  );
}

async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: SCRIPT, resolveDir: fileURLToPath(new URL('.', import.meta.url)) },
    bundle: true,
    format: 'esm',
    write: false,
    conditions: ['@model-gateway/source'],
    logLevel: 'silent',
  });
  return outputFiles[0]!.text;
}
