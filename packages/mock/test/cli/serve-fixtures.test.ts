import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { allOf, TEXTS } from '../chat/streams-of.ts';
import { runMock, startMock, type RunningMock } from './run-mock.ts';

const page = (total: number) => `gw: 1
exchanges:
  - id: page
    match: { op: listModels, query: { limit: 3, sort: newest } }
    respond: { status: 200, json: { data: [], total_count: ${total} } }
`;

describe('model-gateway-mock serve --fixtures', () => {
  let folder: string;
  let file: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'model-gateway-'));
    file = path.join(folder, 'a.gw.yaml');
    await writeFile(file, page(1));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const baseURL = ({ stdout }: RunningMock) => /base URL +(\S+)/.exec(stdout)?.[1] ?? '';
  const totalOf = async (running: RunningMock) => {
    const response = await fetch(`${baseURL(running)}/models?limit=3&sort=newest`);
    return (await response.json()).total_count;
  };

  it('answers with them, refuses other requests, and prints both', async () => {
    await using running = await startMock('serve', '--port', '0', '--fixtures', folder);
    assert.match(running.stdout, /fixtures +1 exchange in 1 file, replay\n/);
    assert.equal(await totalOf(running), 1);
    const response = await fetch(`${baseURL(running)}/models`);
    assert.equal(response.status, 424);
  });

  it('loads them again when they change, and keeps the old ones while they are broken', async () => {
    await using running = await startMock('serve', '--port', '0', '--fixtures', folder);
    const broken = running.printed('stderr', /^.*invalid[^]*\n$/);
    await writeFile(file, 'gw: 2');
    assert.match(
      await broken,
      /^the fixtures are invalid, the previous ones stay in use:\n.*GW2004/,
    );
    assert.equal(await totalOf(running), 1);
    // Requests have lines, too.
    const reloaded = running.printed('stdout', /^fixtures: .*\n/m);
    await writeFile(file, page(2));
    assert.equal(await reloaded, 'fixtures: 1 exchange in 1 file, replay\n');
    assert.equal(await totalOf(running), 2);
  });

  it('plays conversations to clients of each dialect, and those of a changed file', async () => {
    const talk = (said: string) =>
      `gw: 1\nconversations: [{ id: a, turns: [{ user: hi }, { say: ${said} }] }]\n`;
    await writeFile(file, talk('one'));
    await using running = await startMock('serve', '--port', '0', '--fixtures', folder);
    assert.match(running.stdout, /fixtures +0 exchanges and 1 conversation in 1 file, replay\n/);
    const at = { baseURL: baseURL(running), apiKey: 'any' };
    const textsOf = async (dialect: keyof typeof TEXTS) =>
      (await allOf(TEXTS[dialect](at, 'hi'))).join('');
    for (const dialect of ['openai', 'anthropic', 'responses'] as const) {
      assert.equal(await textsOf(dialect), 'one');
    }
    const reloaded = running.printed('stdout', /^fixtures: .*\n/m);
    await writeFile(file, talk('two'));
    await reloaded;
    assert.equal(await textsOf('openai'), 'two');
  });

  it('leaves the rest to the mock in replay-or-mock', async () => {
    const flags = ['--fixtures', folder, '--fixtures-mode', 'replay-or-mock', '--public-catalog'];
    await using running = await startMock('serve', '--port', '0', ...flags);
    assert.equal(await totalOf(running), 1);
    const response = await fetch(`${baseURL(running)}/models?limit=4`);
    assert.equal((await response.json()).data.length, 4);
  });

  it('says what is wrong with them, and exits with 1', async () => {
    await writeFile(file, page(1).replace('listModels', 'lstModels'));
    const { code, stderr } = await runMock('serve', '--port', '0', '--fixtures', file);
    assert.equal(code, 1);
    assert.match(stderr, /a\.gw\.yaml:4:18 GW2009 .*did you mean "listModels"\?\n$/);
  });
});
