// System: starts servers and waits for them.
import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { json, startFakeOpenAi, type FakeProvider } from '@model-gateway/providers/testing';
import { model } from '@model-gateway/worlds';
import { command } from '../support/command.ts';
import { askUnder } from '../support/requests.ts';
import { startServer, type ServerProcess } from '../support/server-process.ts';

const MODEL = 'openai/gpt-image-1-mini';
const PROMPT = 'canary prompt of a red panda';
const HANG_UP = new URL('../support/hang-up-early.mjs', import.meta.url).href;
const THREADS = new URL('../support/report-threads.mjs', import.meta.url).href;

describe('model-gateway serve', () => {
  let folder: string;
  let openai: FakeProvider;
  let server: ServerProcess;
  let key: string;
  const file = () => path.join(folder, 'model-gateway.yaml');
  const configuration = (more = '') => `store: sqlite:gateway.db
server: { drainTimeoutMs: 20000 }
providers:
  - kind: openai
    baseUrl: ${openai.baseUrl}
    apiKey: { env: OPENAI_API_KEY }
egress: { allowOrigins: [${new URL(openai.baseUrl).origin}] }
limits: { requests: 1000, windowSeconds: 60 }
${more}`;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'model-gateway-server-'));
    openai = await startFakeOpenAi();
    const made = await command(folder, ['init', '--json']);
    key = JSON.parse(made.out).inference;
    await writeFile(file(), configuration());
    const flags = [`--import=${THREADS}`];
    server = await startServer(folder, [], { OPENAI_API_KEY: openai.apiKey }, { flags });
  });
  after(async () => {
    server.signal('SIGKILL');
    await server.ended;
    await openai[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });

  const ask = (route: string, init: RequestInit = {}) =>
    fetch(`${server.url}${route}`, {
      ...init,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    });
  const draw = (more: object = {}) =>
    ask('/images', {
      method: 'POST',
      body: JSON.stringify({ model: MODEL, prompt: PROMPT, ...more }),
    });

  it('lists the models of its providers', async () => {
    const { data } = await (await ask('/models?providers=openai&output_modalities=image')).json();
    assert.ok(data.some(({ id }: { id: string }) => id === MODEL));
  });

  it('makes an image and charges for it', async () => {
    const response = await draw();
    const text = await response.text();
    assert.equal(response.status, 200, text);
    const { data, usage } = JSON.parse(text);
    assert.equal(data.length, 1);
    assert.ok(usage.cost > 0);
    const { out } = await command(folder, ['credits', 'audit', '--account', 'default', '--json']);
    const { balance, reserved, balanced } = JSON.parse(out);
    assert.ok(balanced);
    assert.equal(reserved, '0.00');
    assert.equal(Number(balance), Number((10 - usage.cost).toFixed(12)));
  });

  it('streams an image', async () => {
    const response = await draw({ stream: true });
    assert.match(response.headers.get('content-type') ?? '', /^text\/event-stream/);
    assert.match(await response.text(), /image_generation\.completed/);
  });

  it('serves health and metrics on their own port only', async () => {
    assert.deepEqual(await (await fetch(`${server.adminUrl}/healthz`)).json(), { status: 'ok' });
    const ready = await fetch(`${server.adminUrl}/readyz`);
    assert.deepEqual([ready.status, await ready.json()], [200, { status: 'ok' }]);
    assert.equal((await fetch(`${new URL(server.url).origin}/metrics`)).status, 404);
    assert.equal((await askUnder(server.adminUrl, 'evil.example')).status, 403);
  });

  it('counts requests and attempts', async () => {
    await draw();
    const response = await fetch(`${server.adminUrl}/metrics`, {
      headers: { accept: 'application/openmetrics-text' },
    });
    assert.match(response.headers.get('content-type') ?? '', /openmetrics-text/);
    const text = await response.text();
    assert.match(
      text,
      /^gateway_requests_total\{route="\/images",method="POST",status="200",ending="complete"\} \d+$/m,
    );
    assert.match(
      text,
      /^gateway_attempts_total\{operation="createImage",provider="openai",outcome="succeeded"\} \d+$/m,
    );
    assert.match(text, /^gateway_requests_in_flight 0$/m);
    assert.match(text, /^gateway_catalog_models \d+$/m);
    assert.ok(text.endsWith('# EOF\n'));
  });

  it('logs a line of JSON for each request, with the failures of providers', async () => {
    openai.fail('submit', json({ error: { message: 'Incorrect API key provided' } }, 401));
    const response = await draw();
    assert.equal(response.status, 502);
    await server.printed(/"failure":"credential"/);
    for (const line of server.output().trim().split('\n')) JSON.parse(line);
  });

  it('keeps the previous configuration when a new one is broken, and takes a valid one', async () => {
    await writeFile(file(), configuration('limtis: {}'));
    server.signal('SIGHUP');
    await server.printed(/"configuration not reloaded: the previous one stays in service"/);
    // Reading a large one would hold up requests.
    assert.match(server.output(), /a thread was started/);
    assert.match(server.output(), /limtis is unknown; did you mean \\"limits\\"\?/);
    assert.equal((await ask('/models')).status, 200);

    await writeFile(file(), configuration('catalog: { public: true }'));
    server.signal('SIGHUP');
    await server.printed(/"configuration reloaded"/);
    assert.equal((await fetch(`${server.url}/models`)).status, 200);
  });

  it('says which changes need a restart', async () => {
    await writeFile(
      file(),
      configuration('log: { level: debug }\nadmin: { port: 4002, readyGraceSeconds: 5 }'),
    );
    server.signal('SIGHUP');
    await server.printed(/"members":"log, admin\.port".+"these changes need a restart"/);
  });

  it('imports a catalog file that a reload names, and what changes in it later', async () => {
    const catalog = path.join(folder, 'catalog.json');
    const write = (...ids: string[]) =>
      writeFile(catalog, JSON.stringify({ data: ids.map((id) => model({ id }).model) }));
    await write('acme/first');
    // Without a signal, so that nothing but the file itself is reread afterwards.
    await writeFile(file(), configuration('catalog: { file: catalog.json }'));
    await server.printed(/"models":1,.*"catalog file imported"/);
    await write('acme/first', 'acme/second', 'acme/third');
    await server.printed(/"models":3,.*"catalog file imported"/);
  });

  it('puts no key, no prompt and no image into its log and metrics', async () => {
    await draw();
    const metrics = await (await fetch(`${server.adminUrl}/metrics`)).text();
    const { data } = await (await draw()).json();
    for (const text of [server.output(), metrics]) {
      for (const secret of [key, openai.apiKey, 'canary prompt', data[0].b64_json.slice(0, 60)]) {
        assert.ok(!text.includes(secret));
      }
    }
  });

  it('lets streams in flight complete after SIGTERM, and exits with 0', async () => {
    const own = await startServer(folder, [], { OPENAI_API_KEY: openai.apiKey });
    const asked = Array.from({ length: 20 }, () =>
      fetch(`${own.url}/images`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model: MODEL, prompt: PROMPT, stream: true }),
      }),
    );
    const responses = await Promise.all(asked);
    own.signal('SIGTERM');
    await own.printed(/"msg":"stopping"/);
    const texts = await Promise.all(responses.map((response) => response.text()));
    assert.ok(texts.every((text) => text.includes('image_generation.completed')));
    assert.equal(await own.ended, 0);
  });
});

it('a store in memory keeps its data when the configuration is reloaded', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'model-gateway-server-'));
  t.after(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'model-gateway.yaml');
  const data = [model({ id: 'acme/quill-1' }).model];
  await writeFile(path.join(folder, 'catalog.json'), JSON.stringify({ data }));
  const store = 'store: "sqlite::memory:"\n';
  await writeFile(file, `${store}catalog: { public: true, file: catalog.json }`);
  const server = await startServer(folder);
  t.after(() => server.signal('SIGKILL'));
  await writeFile(file, `${store}catalog: { public: true }`);
  server.signal('SIGHUP');
  await server.printed(/"configuration reloaded"/);
  const listed = await (await fetch(`${server.url}/models`)).json();
  assert.deepEqual(
    listed.data.map(({ id }: { id: string }) => id),
    ['acme/quill-1'],
  );
});

it('counts on when the configuration is reloaded', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'model-gateway-server-'));
  t.after(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'model-gateway.yaml');
  const settings = 'store: "sqlite::memory:"\ncatalog: { public: true }\n';
  await writeFile(file, settings);
  const server = await startServer(folder);
  t.after(() => server.signal('SIGKILL'));
  const list = async () => (await fetch(`${server.url}/models`)).arrayBuffer();
  await list();
  await writeFile(file, `${settings}credits: { required: false }\n`);
  server.signal('SIGHUP');
  await server.printed(/"configuration reloaded"/);
  await list();
  const metrics = await (await fetch(`${server.adminUrl}/metrics`)).text();
  assert.match(metrics, /^gateway_requests_total\{route="\/models",[^}]*\} 2$/m);
  assert.equal(metrics.match(/^# TYPE gateway_telemetry_records_total /gm)?.length, 1);
});

it('a reload makes no store, and leaves the one in service', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'model-gateway-server-'));
  t.after(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'model-gateway.yaml');
  const { inference } = JSON.parse((await command(folder, ['init', '--json'])).out);
  const server = await startServer(folder);
  t.after(() => server.signal('SIGKILL'));
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace(/^store: .*$/m, 'store: sqlite:gatewya.db'));
  server.signal('SIGHUP');
  await server.printed(
    /"reason":"the store sqlite:\S+gatewya\.db has no tables yet: .*"configuration not reloaded/,
  );
  assert.ok(!(await readdir(folder)).some((name) => name.includes('gatewya')));
  const headers = { authorization: `Bearer ${inference}` };
  assert.equal((await fetch(`${server.url}/models`, { headers })).status, 200);
});

for (const args of [[], ['--workers', '2']]) {
  it(`SIGHUP while the server starts reloads once it listens: ${args.join(' ')}`, async (t) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'model-gateway-server-'));
    t.after(() => rm(folder, { recursive: true }));
    assert.equal((await command(folder, ['init'])).code, 0);
    const server = await startServer(folder, args, {}, { flags: [`--import=${HANG_UP}`] });
    t.after(() => server.signal('SIGKILL'));
    await server.printed(/"configuration reloaded"/);
    assert.doesNotMatch(server.output(), /a worker ended/);
    server.signal('SIGTERM');
    assert.equal(await server.ended, 0);
  });
}
