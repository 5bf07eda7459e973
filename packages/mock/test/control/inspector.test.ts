// System: starts programs.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { createMockGateway, startMockGateway, type MockGateway } from '@model-gateway/mock';
import { control } from './control-call.ts';

const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const NO_TOKEN = { authorization: '' };

const open = (gateway: MockGateway, headers: Readonly<Record<string, string>> = {}) =>
  control(gateway, 'GET ', { headers: { ...HTML, ...NO_TOKEN, ...headers } });

describe('the page of the inspector', () => {
  it('is what a browser gets under the path of control', async () => {
    await using gateway = await startMockGateway();
    for (const end of ['', '/']) {
      const response = await fetch(`${gateway.inspectorURL}${end}`, { headers: HTML });
      assert.equal(response.status, 200);
      assert.match(response.headers.get('content-type')!, /^text\/html/);
      assert.match(await response.text(), /^<!doctype html>/);
    }
  });

  it('allows its own script and style, and nothing else', async () => {
    await using gateway = await startMockGateway();
    const response = await fetch(gateway.inspectorURL!, { headers: HTML });
    const policy = response.headers.get('content-security-policy')!;
    const html = await response.text();
    assert.match(policy, /default-src 'none'/);
    assert.match(policy, /frame-ancestors 'none'/);
    assert.doesNotMatch(policy, /unsafe|\*|https?:/);
    const parts = [...html.matchAll(/<(script type="module"|style)>(.*?)<\/(?:script|style)>/gs)];
    assert.equal(parts.length, 2);
    for (const [, , text] of parts) {
      const hash = createHash('sha256').update(text!).digest('base64');
      assert.ok(policy.includes(`'sha256-${hash}'`));
    }
  });

  it('has at most 120 kB gzipped', async () => {
    const { PAGE } = await import('../../src/control/inspector/page.ts');
    assert.ok((PAGE.length * 3) / 4 <= 120_000);
  });

  it('is not what programs get there', async () => {
    const gateway = createMockGateway({ control: true });
    for (const headers of [{}, { accept: 'application/json' }, { accept: '*/*' }]) {
      assert.equal((await control(gateway, 'GET ', { headers })).status, 404);
    }
    assert.equal((await control(gateway, 'POST ', { headers: HTML })).status, 404);
  });

  it('is given without the token, which it needs for everything else', async () => {
    const gateway = createMockGateway({ control: true });
    assert.equal((await open(gateway)).status, 200);
    const asked = { headers: { ...HTML, ...NO_TOKEN } };
    assert.equal((await control(gateway, 'GET /tenants', asked)).status, 401);
    assert.equal((await control(gateway, 'GET /events', asked)).status, 401);
  });

  it('is refused to other pages and, without a token, under other names', async () => {
    await using gateway = await startMockGateway();
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
      { host: 'evil.example' },
    ]) {
      assert.equal((await open(gateway, headers)).status, 403, JSON.stringify(headers));
    }
  });

  it('has an address with the token, and none where control is off', async () => {
    const guarded = createMockGateway({ control: { token: 'a-token-for-tests' } });
    assert.equal(guarded.inspectorURL, '/__gateway#token=a-token-for-tests');
    assert.equal(createMockGateway().inspectorURL, undefined);
    await using off = await startMockGateway({ control: false, unhandled: 'ignore' });
    assert.equal(off.inspectorURL, undefined);
    assert.equal((await fetch(`${off.url}/__gateway`, { headers: HTML })).status, 404);
  });

  it('is linked from GET / where it is there', async () => {
    for (const [choice, isLinked] of [
      [true, true],
      [false, false],
    ] as const) {
      await using gateway = await startMockGateway({ control: choice });
      const page = await (await fetch(gateway.url, { headers: HTML })).text();
      assert.equal(page.includes('href="/__gateway"'), isLinked);
      const json = await (await fetch(gateway.url)).json();
      assert.equal(json.inspector, isLinked ? '/__gateway' : undefined);
    }
  });

  it('is not loaded before a browser asks for it', async () => {
    const program = `
      import { registerHooks } from 'node:module';
      const loaded = [];
      registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
      const { startMockGateway } = await import('@model-gateway/mock');
      const gateway = await startMockGateway({ world: 'tiny' });
      const isLoaded = () => loaded.some((url) => url.includes('/control/inspector/page.ts'));
      await fetch(gateway.url + '/__gateway/tenants');
      const before = isLoaded();
      await fetch(gateway.inspectorURL, { headers: { accept: 'text/html' } });
      console.log(JSON.stringify([before, isLoaded()]));
      await gateway.close();
    `;
    const flags = ['--import', 'tsx', '--conditions=@model-gateway/source', '--input-type=module'];
    const cwd = fileURLToPath(new URL('.', import.meta.url));
    const { stdout } = await promisify(execFile)(process.execPath, [...flags, '-e', program], {
      cwd,
    });
    assert.deepEqual(JSON.parse(stdout), [false, true]);
  });

  it('has the description of the API beside it, also where a dev server owns the root', async () => {
    const gateway = createMockGateway({ control: true });
    const { value } = await control(gateway, 'GET /api/openapi.json');
    assert.ok(value.paths['/models'].get.parameters.length > 20);
  });

  it('learns from control what each image model can do', async () => {
    const gateway = createMockGateway({ control: true });
    const { value } = await control(gateway, 'GET /tenants/main/image-models');
    const model = value.data.find(({ id }: { id: string }) => id === 'acme/paint-1');
    assert.ok(model.output_formats.length > 0);
    assert.equal(typeof model.streams, 'boolean');
  });
});
