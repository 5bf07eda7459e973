// System: starts what the container starts.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const dockerfile = await readFile(new URL('Dockerfile', import.meta.url), 'utf8');
/** The instructions, each on one line, without comments. */
const lines = dockerfile
  .replace(/\\\n\s*/g, ' ')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));

function instruction(name: string): string {
  const found = lines.filter((line) => line.startsWith(`${name} `));
  assert.equal(found.length, 1, `one ${name}`);
  return found[0]!.slice(name.length + 1);
}

/** The program and the arguments of an instruction in exec form. */
function command(text: string): string[] {
  return JSON.parse(text.slice(text.indexOf('[')));
}

const manifest = import.meta.resolve('@model-gateway/mock/package.json');

/** Starts the container's entry point on this machine, with the arguments of `docker run`. */
function startEntryPoint(...more: string[]) {
  const [program, ...args] = command(instruction('ENTRYPOINT'));
  assert.equal(program, 'model-gateway-mock');
  const bin = fileURLToPath(new URL('src/bin.ts', manifest));
  const node = ['--import', import.meta.resolve('tsx'), '--conditions=@model-gateway/source', bin];
  const child = spawn(process.execPath, [...node, ...args, ...more]);
  const output = { text: '' };
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output.text += chunk.toString()));
  }
  return { child, output };
}

describe('the Docker example', () => {
  it('runs the mock’s command as a user who is not root', async () => {
    const { name, bin } = JSON.parse(await readFile(new URL(manifest), 'utf8'));
    assert.ok(instruction('RUN').includes(`npm install --global "${name}@`));
    assert.ok(Object.keys(bin).includes(command(instruction('ENTRYPOINT'))[0]!));
    assert.equal(instruction('FROM'), 'node:24-slim');
    assert.equal(instruction('USER'), 'node');
    const names = lines.map((line) => line.split(' ')[0]);
    assert.ok(names.indexOf('USER') < names.indexOf('ENTRYPOINT'));
    assert.ok(names.indexOf('RUN') < names.indexOf('USER'));
  });

  it('listens on every address, on the port that it exposes', () => {
    const args = command(instruction('ENTRYPOINT'));
    assert.equal(args[args.indexOf('--host') + 1], '0.0.0.0');
    assert.equal(args[args.indexOf('--port') + 1], instruction('EXPOSE'));
  });

  it('gives options that the mock takes', async () => {
    const { child, output } = startEntryPoint('--help');
    const [code] = await once(child, 'close');
    assert.equal(code, 0, output.text);
    assert.match(output.text, /Usage: .* serve /);
  });

  it('would fail here with an option that the mock does not take', async () => {
    const { child } = startEntryPoint('--flying');
    const [code] = await once(child, 'close');
    assert.equal(code, 1);
  });

  it('is healthy while the mock answers, and stops at SIGTERM', async () => {
    // A later option wins: any free port, and reachable from this machine only.
    const { child, output } = startEntryPoint('--port', '0', '--host', '127.0.0.1');
    try {
      while (!output.text.includes('Ctrl-C stops it')) await once(child.stdout, 'data');
      const port = /127\.0\.0\.1:(\d+)/.exec(output.text)?.[1] ?? '';
      assert.equal(await healthCheck(port), 0, output.text);
      child.kill('SIGTERM');
      const [code] = await once(child, 'close');
      assert.equal(code, 0, output.text);
      assert.equal(await healthCheck(port), 1);
    } finally {
      child.kill('SIGKILL');
    }
  });
});

/** The exit code of the health check, run against this port. */
async function healthCheck(port: string): Promise<number> {
  const [program, ...args] = command(instruction('HEALTHCHECK'));
  assert.equal(program, 'node');
  const exposed = `:${instruction('EXPOSE')}/`;
  assert.ok(args.some((arg) => arg.includes(exposed)));
  const onPort = args.map((arg) => arg.replace(exposed, `:${port}/`));
  const [code] = await once(spawn(process.execPath, onPort), 'close');
  return code;
}
