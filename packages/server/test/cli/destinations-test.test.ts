import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { command } from '../support/command.ts';

/* What `destinations test` says of each way in which a receiver can answer, or not. */

describe('destinations test', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'model-gateway-test-'));
  let status = 200;
  const server = createServer((_, response) => void response.writeHead(status).end());
  let port = 0;
  let workspace = '';

  const run = (...args: readonly string[]) =>
    command(folder, [...args, '--store', `sqlite:${folder}/gateway.db`, '--json']);
  const made = async (...args: readonly string[]): Promise<string> => {
    const { code, out, err } = await run(...args);
    assert.equal(code, 0, err);
    return (JSON.parse(out) as { id: string }).id;
  };

  before(async () => {
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    // Listening on a TCP port, so the address is one.
    ({ port } = server.address() as AddressInfo);
    await command(folder, ['migrate', '--store', 'sqlite:gateway.db']);
    workspace = await made('workspaces', 'create', '--organization', 'org_1', '--name', 'w');
  });
  after(() => {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function tested(endpoint: string, allowed: readonly string[] = []) {
    const settings = JSON.stringify({ endpoint });
    const words = `destinations create --workspace ${workspace} --organization org_1 --type otel-collector --name c`;
    const id = await made(...words.split(' '), '--settings', settings);
    const origins = allowed.flatMap((origin) => ['--allow-origin', origin]);
    const { code, out, err } = await run('destinations', 'test', id, ...origins);
    await run('destinations', 'delete', id);
    // The command prints a result.
    return { code, result: JSON.parse(out) as Result, err };
  }

  for (const [answer, code, says] of [
    [200, 0, /ok +destination \S+ +otel-collector takes a test request/],
    [401, 1, /problem +destination \S+ +it answered 401: the credentials were refused/],
  ] as const) {
    it(`check --destinations says the same of one that answers ${answer}`, async () => {
      status = answer;
      const origin = `http://127.0.0.1:${port}`;
      const words = `destinations create --workspace ${workspace} --organization org_1 --type otel-collector --name c`;
      const settings = JSON.stringify({ endpoint: origin });
      const id = await made(...words.split(' '), '--settings', settings);
      const config = `store: "sqlite:gateway.db"\ntelemetry: { allowOrigins: ["${origin}"] }\n`;
      await writeFile(path.join(folder, 'model-gateway.yaml'), config);
      const checked = await command(folder, ['check', '--destinations']);
      assert.equal(checked.code, code);
      assert.match(checked.out, says);
      assert.doesNotMatch((await command(folder, ['check'])).out, /destination \S+-/);
      await run('destinations', 'delete', id);
    });
  }

  for (const [answer, code, result] of [
    [200, 0, { ok: true }],
    [401, 1, failed('auth', 'it answered 401: the credentials were refused')],
    [403, 1, failed('auth', 'it answered 403: the credentials were refused')],
    [404, 1, failed('missing', 'it answered 404: nothing is at this address')],
    [500, 1, failed('refused', 'it answered 500: the test request was refused')],
  ] as const) {
    it(`of a receiver that answers ${answer} says so and exits ${code}`, async () => {
      status = answer;
      const origin = `http://127.0.0.1:${port}`;
      const outcome = await tested(origin, [origin]);
      assert.deepEqual([outcome.code, outcome.result], [code, result]);
    });
  }

  for (const [what, endpoint, isAllowed, says] of [
    [
      'a private address that nobody allowed',
      () => `http://127.0.0.1:${port}`,
      false,
      /^127\.0\.0\.1 may not be called: .+, not public; .+ add its origin to telemetry\.allowOrigins$/,
    ],
    [
      'a port that nothing listens on',
      () => 'http://127.0.0.1:1',
      true,
      /^127\.0\.0\.1:1 could not be reached: nothing listens there$/,
    ],
    [
      'a server that does not speak TLS',
      () => `https://127.0.0.1:${port}`,
      true,
      /^127\.0\.0\.1:\d+ could not be reached: TLS failed \(\w+\)$/,
    ],
    [
      'a name that does not resolve',
      () => 'https://nothing.invalid',
      false,
      /^nothing\.invalid has no known address/,
    ],
  ] as const) {
    it(`of ${what} says that it is unreachable and why, and exits 1`, async () => {
      status = 200;
      const outcome = await tested(endpoint(), isAllowed ? [endpoint()] : []);
      const { ok, reason, message } = outcome.result;
      assert.deepEqual([ok, reason, outcome.code], [false, 'unreachable', 1]);
      assert.match(message ?? '', says);
      assert.ok(outcome.err.includes(`it did not work: ${message}`), outcome.err);
    });
  }
});

it('destinations test names a kind that nothing can be forwarded to', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'model-gateway-test-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const run = async (words: string) =>
    command(folder, [...words.split(' '), '--store', 'sqlite:gateway.db', '--json']);
  const made = async (words: string): Promise<string> => {
    const { code, out, err } = await run(words);
    assert.equal(code, 0, err);
    return (JSON.parse(out) as { id: string }).id;
  };
  await run('migrate');
  const workspace = await made('workspaces create --organization org_1 --name w');
  const id = await made(
    `destinations create --workspace ${workspace} --any-type --type webhok --name hook --settings {"url":"https://hooks.example"}`,
  );
  const { code, err } = await run(`destinations test ${id}`);
  assert.deepEqual(
    [code, err],
    [1, 'it did not work: nothing can be forwarded to the kind webhok'],
  );
});

interface Result {
  readonly ok: boolean;
  readonly reason?: string;
  readonly message?: string;
}

function failed(reason: string, message: string): Result {
  return { ok: false, reason, message };
}
