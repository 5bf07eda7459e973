import { spawn } from 'node:child_process';
import { PATIENCE_MS, runCommand } from '../run-command.ts';
import { portForProgram } from '../tests/port-for-program.ts';

/** Nothing is asked of a provider, but a server with providers starts with their keys only. */
const KEYS = { OPENAI_API_KEY: 'example', ANTHROPIC_API_KEY: 'example', BFL_API_KEY: 'example' };
const ADDRESS = /http:\/\/(?:127\.0\.0\.1|localhost):\d+/;

/** Runs a command of an example to its end, which must come, and be a success. */
export async function runToEnd(
  [program = '', ...args]: readonly string[],
  cwd: string,
): Promise<readonly string[]> {
  const { ok, output } = await runCommand(program, args, { cwd });
  return ok ? [] : [output];
}

/** `npm start`, until the server has printed its address and answered there; then stops it. */
export async function startAndAsk(cwd: string): Promise<readonly string[]> {
  // In a group of its own, because npm puts a shell between itself and the server.
  const child = spawn('npm', ['start', '--silent'], {
    cwd,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...KEYS, PORT: String(await portForProgram()), NO_COLOR: '1' },
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const stop = (signal: NodeJS.Signals) => {
    const isOver = child.exitCode !== null || child.signalCode !== null;
    if (child.pid !== undefined && !isOver) process.kill(-child.pid, signal);
  };
  const giveUp = setTimeout(() => stop('SIGKILL'), PATIENCE_MS);
  let output = '';
  const address = new Promise<string | undefined>((resolve) => {
    const listen = (chunk: Buffer) => {
      output += chunk.toString();
      const found = ADDRESS.exec(output)?.[0];
      if (found !== undefined) resolve(found);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    void ended.then(() => resolve(undefined));
  });

  try {
    const url = await address;
    if (url === undefined) return [`It ended before it said where it is:\n${output}`];
    const { status } = await fetch(`${url}/v1/models`);
    // Without a key: the gateway's own answer, and no host's or proxy's.
    return status === 401 ? [] : [`expected 401 from ${url}/v1/models, got ${status}\n${output}`];
  } catch (error) {
    return [`It did not answer: ${String(error)}\n${output}`];
  } finally {
    stop('SIGTERM');
    await ended;
    clearTimeout(giveUp);
  }
}
