import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { startMockGateway } from '@model-gateway/mock';
import { runMock, startMock, type RunningMock } from './run-mock.ts';

const SECRET = 'sk-canary-0123456789';

const baseURL = ({ stdout }: RunningMock) => /base URL +(\S+)/.exec(stdout)?.[1] ?? '';

/** Unlike fetch it sends every header that it is given, `host` and `origin` too. */
async function rawGet(url: string, headers: Readonly<Record<string, string>>) {
  const request = get(url, { headers, agent: false });
  // The first argument of the event `response` is the response.
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.resume();
  return { status: response.statusCode, headers: response.headers };
}

describe('model-gateway-mock record, check and har', () => {
  // This may be a CI run, in which recording is refused.
  const ci = process.env['CI'];
  before(() => void delete process.env['CI']);
  after(() => {
    if (ci !== undefined) process.env['CI'] = ci;
  });

  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'model-gateway-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const out = () => path.join(folder, 'recorded');
  const read = (...names: string[]) => readFile(path.join(out(), ...names), 'utf8');

  /** Records the requests of `use`, and stops with Ctrl-C. */
  async function record(flags: readonly string[], use: (url: string) => Promise<void>) {
    await using gateway = await startMockGateway({ world: 'tiny', apiKey: SECRET });
    const args = ['--upstream', gateway.baseURL, '--out', out(), '--port', '0', ...flags];
    await using running = await startMock('record', ...args);
    await use(baseURL(running));
    running.stop();
    const { code, stdout, stderr } = await running.finished;
    assert.equal(stderr, '');
    return { code, started: running.stdout, summary: stdout.slice(running.stdout.length) };
  }

  const headers = { authorization: `Bearer ${SECRET}`, 'content-type': 'application/json' };

  async function useGateway(url: string) {
    await (await fetch(`${url}/models?limit=2`, { headers })).json();
    await (await fetch(`${url}/models?limit=2`, { headers })).json();
    const body = JSON.stringify({
      model: 'acme/paint-1',
      prompt: 'a secret plan',
      stream: true,
      size: '64x64',
    });
    await (await fetch(`${url}/images`, { method: 'POST', headers, body })).text();
    await fetch(`${url}/models`, { method: 'HEAD', headers });
  }

  it('records a gateway and says what it took out', async () => {
    const { code, started, summary } = await record([], useGateway);
    assert.equal(code, 0);
    assert.match(started, /Recording 127\.0\.0\.1:\d+\/v1 at http:\/\/127\.0\.0\.1:\d+\n/);
    assert.match(started, /prompts +replaced\n/);
    const lines = summary.split('\n').map((line) => line.replace(/^\S+ +| +\d+ ms/g, ''));
    assert.deepEqual(lines.slice(0, 4).toSorted(), [
      '200  GET /models  as before in listModels.gw.yaml  5 values taken out',
      '200  GET /models  new in listModels.gw.yaml  5 values taken out',
      '200  HEAD /models  left out: HEAD and OPTIONS are answered by GET and the host',
      '200  POST /images  new in createImage.gw.yaml  7 values taken out',
    ]);
    assert.match(
      summary,
      /\n3 exchanges recorded: 2 new, 1 as before\n1 left out: HEAD and OPTIONS /,
    );
    assert.match(summary, /\n\nTaken out:\n[^]* 1  prompts\n/);
    assert.deepEqual((await readdir(out())).sort(), [
      'assets',
      'createImage.gw.yaml',
      'listModels.gw.yaml',
    ]);
    const files = (await read('createImage.gw.yaml')) + (await read('listModels.gw.yaml'));
    assert.doesNotMatch(files, /sk-canary|secret plan/);
    assert.match(files, / completed:/);
  });

  it('keeps prompts and sends its own key with --keep-prompts and --api-key', async () => {
    const { started } = await record(['--keep-prompts', '--api-key', SECRET], async (url) => {
      const body = JSON.stringify({
        model: 'acme/paint-1',
        prompt: 'a public plan',
        size: '64x64',
      });
      const response = await fetch(`${url}/images`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      assert.equal(response.status, 200);
      await response.json();
    });
    assert.match(started, /prompts +kept\n/);
    assert.match(await read('createImage.gw.yaml'), /prompt: a public plan\n/);
  });

  it('refuses pages of other origins and unknown host names, with its own key or without', async () => {
    const refused = async (url: string, foreign: Readonly<Record<string, string>>) => {
      const { status, headers: sent } = await rawGet(`${url}/models?limit=1`, {
        ...headers,
        ...foreign,
      });
      assert.equal(status, 403, JSON.stringify(foreign));
      assert.equal(sent['access-control-allow-origin'], undefined);
    };
    for (const flags of [[], ['--api-key', SECRET]]) {
      const { summary } = await record(flags, async (url) => {
        await refused(url, { origin: 'https://evil.example' });
        await refused(url, { origin: 'http://localhost:5173' });
        await refused(url, { origin: 'null' });
        await refused(url, { 'sec-fetch-site': 'cross-site' });
        await refused(url, { host: 'evil.example' });
        await refused(url, { host: 'evil.example', origin: 'http://evil.example' });
      });
      assert.match(summary, /^0 exchanges recorded\n/);
    }
  });

  it('answers the pages and the host names that it was opened to', async () => {
    const page = 'http://localhost:5173';
    const flags = ['--api-key', SECRET, '--allow-origin', page, '--allow-host', 'gateway.test'];
    await record(flags, async (url) => {
      const preflight = await fetch(`${url}/models`, {
        method: 'OPTIONS',
        headers: { origin: page, 'access-control-request-method': 'GET' },
      });
      assert.equal(preflight.status, 204);
      assert.equal(preflight.headers.get('access-control-allow-origin'), page);
      const named = await rawGet(`${url}/models?limit=1`, { host: 'gateway.test', origin: page });
      assert.equal(named.status, 200);
      assert.equal(named.headers['access-control-allow-origin'], page);
      const other = await rawGet(`${url}/models?limit=1`, { origin: 'http://localhost:5174' });
      assert.equal(other.status, 403);
    });
  });

  it('asks only for what it does not have with --on-miss', async () => {
    const listed = async (url: string, limit: number) => {
      const response = await fetch(`${url}/models?limit=${limit}`, { headers });
      return (await response.json()).data.length;
    };
    const first = await record(['--on-miss'], async (url) => void (await listed(url, 2)));
    assert.match(first.summary, /^1 exchange recorded: 1 new\n/m);
    const second = await record(['--on-miss'], async (url) => {
      assert.deepEqual([await listed(url, 2), await listed(url, 3)], [2, 3]);
    });
    assert.match(second.summary, /^1 exchange recorded: 1 new\n/m);
    assert.match(await read('listModels.gw.yaml'), /limit: 2\n[^]*limit: 3\n/);
  });

  it('replays what it recorded', async () => {
    await record([], useGateway);
    await using running = await startMock('serve', '--port', '0', '--fixtures', out());
    const response = await fetch(`${baseURL(running)}/models?limit=2`);
    assert.equal((await response.json()).data.length, 2);
  });

  it('checks what it recorded, against the gateway too', async () => {
    await record([], useGateway);
    await using gateway = await startMockGateway({ world: 'tiny', apiKey: SECRET });
    const fine = await runMock('check', out(), '--against', gateway.baseURL, '--api-key', SECRET);
    assert.match(
      fine.stdout,
      /^2 exchanges in 2 files: 0 errors, 0 warnings\n1 compared with 127\.0\.0\.1:\d+\/v1\n1 not compared: requesting it/,
    );
    assert.equal(fine.code, 0);

    const used = path.join(folder, 'used.json');
    await writeFile(used, JSON.stringify(['listModels']));
    const unused = await runMock('check', out(), '--used', used);
    assert.match(
      unused.stdout,
      /recorded\/listModels\.gw\.yaml:\d+:5 GW2305 error: no request used listModels\/limit-2-\w+\n {2}Delete it/,
    );
    assert.equal(unused.code, 1);
  });

  it('finds a secret that was written into a file by hand', async () => {
    const file = path.join(folder, 'a.gw.yaml');
    await writeFile(
      file,
      `gw: 1\nexchanges:\n  - id: x\n    match: { op: listModels }\n    respond: { status: 200, json: ${SECRET} }\n`,
    );
    const { code, stdout } = await runMock('check', file);
    assert.equal(code, 1);
    assert.match(stdout, /a\.gw\.yaml:5:29 GW2301 error: found texts that look like keys/);
    assert.doesNotMatch(stdout, /canary/);
  });

  it('exports an archive and imports it again', async () => {
    await record([], useGateway);
    const archive = path.join(folder, 'session.har');
    const exported = await runMock('har', 'export', out(), '--out', archive);
    assert.deepEqual(exported, { code: 0, stdout: `written to ${archive}\n`, stderr: '' });
    const again = path.join(folder, 'imported');
    const imported = await runMock('har', 'import', archive, '--out', again);
    assert.match(
      imported.stdout,
      /^127\.0\.0\.1:4010\/v1 into .*imported\n2 exchanges recorded: 2 new\n/,
    );
    const text = await readFile(path.join(again, 'listModels.gw.yaml'), 'utf8');
    const before = await read('listModels.gw.yaml');
    assert.equal(text.split('exchanges:')[1], before.split('exchanges:')[1]);
  });

  it('refuses to record in CI', async () => {
    process.env['CI'] = 'true';
    const { code, stderr } = await runMock(
      'record',
      '--upstream',
      'http://127.0.0.1:9',
      '--out',
      out(),
    );
    delete process.env['CI'];
    assert.equal(code, 1);
    assert.match(
      stderr,
      /^model-gateway-mock: recording is refused because CI=true is set: .*\[GW2201\]\n$/,
    );
  });

  const wrong = [
    [['record', '--out', 'x'], /record needs --upstream: the base URL of the gateway/],
    [['record', '--upstream', 'https://gateway.example/v1'], /record needs --out: the folder/],
    [
      ['record', '--upstream', 'gateway', '--out', 'x'],
      /the upstream must be the base URL of a gateway/,
    ],
    [
      ['record', '--upstream', 'http://a.example', '--out', 'x', '--port', 'http'],
      /--port must be a whole number/,
    ],
    [['check'], /check needs the paths of fixtures/],
    [['check', '/nowhere'], /\/nowhere GW2018 nothing in .* matches/],
    [['check', 'x', '--api-key', 'k'], /--api-key needs --against/],
    [['har'], /har needs another command; npx @model-gateway\/mock har --help lists them/],
    [['har', 'improt'], /unknown command 'improt'; did you mean import\?/],
    [['record', '--upsteam', 'x'], /unknown option '--upsteam'; did you mean --upstream\?/],
    [['har', 'import', 'a.har'], /har import needs --out/],
    [['har', 'import', '--out', 'x'], /har import needs one archive/],
    [['har', 'export', 'fixtures'], /har export needs --out/],
  ] as const;
  for (const [args, message] of wrong) {
    it(`says in one line what is wrong with "${args.join(' ')}"`, async () => {
      const { code, stdout, stderr } = await runMock(...args);
      assert.equal(code, 1);
      assert.equal(stdout, '');
      assert.match(stderr, /^model-gateway-mock: [^\n]*\n$/);
      assert.match(stderr, message);
    });
  }

  it('does not follow a link that an archive names', async () => {
    await writeFile(path.join(folder, 'private'), '{"a": "private text"}');
    await symlink(path.join(folder, 'private'), path.join(folder, 'body.json'));
    const file = await archiveNaming('body.json');
    const { code, stdout, stderr } = await runMock('har', 'import', file, '--out', out());
    assert.equal(code, 1);
    assert.match(stderr, /a\.har names body\.json, which is a symbolic link .*\[GW2019\]\n$/);
    assert.equal(stdout, '');
  });

  for (const name of ['.env', '../private', 'deeper/private', '/etc/hostname']) {
    it(`does not read ${name}, which an archive of a stranger may name`, async () => {
      await mkdir(path.join(folder, 'deeper'));
      await writeFile(path.join(folder, '.env'), 'a private text');
      await writeFile(path.join(folder, 'deeper', 'private'), 'a private text');
      const file = await archiveNaming(name);
      const { code, stderr } = await runMock('har', 'import', file, '--out', out());
      assert.equal(code, 1);
      assert.match(stderr, /has no exchange .* to keep/);
    });
  }

  /** Writes an archive with one answer, whose body is in a file of that name. */
  async function archiveNaming(name: string): Promise<string> {
    const file = path.join(folder, 'a.har');
    const content = { _file: name, mimeType: 'text/plain' };
    const entry = {
      startedDateTime: '2026-08-01T00:00:00Z',
      request: { method: 'GET', url: 'https://gateway.example/v1/models', headers: [] },
      response: { status: 200, headers: [], content },
    };
    await writeFile(file, JSON.stringify({ log: { entries: [entry] } }));
    return file;
  }

  it('says in one line what is wrong with an archive', async () => {
    const file = path.join(folder, 'a.har');
    const cases = [
      ['{', /a\.har is not an HTTP archive: it is not JSON \[GW2401\]/],
      ['{}', /not an HTTP archive: log/],
      [
        '{"log":{"entries":[]}}',
        /a\.har has no request to a gateway; pass its base URL .*\[GW2402\]/,
      ],
    ] as const;
    for (const [text, message] of cases) {
      await writeFile(file, text);
      const { code, stderr } = await runMock('har', 'import', file, '--out', out());
      assert.equal(code, 1);
      assert.match(stderr, message);
    }
  });
});
