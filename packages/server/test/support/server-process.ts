import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { bundledProgram } from '../../../repo-tools/src/tests/bundled-program.ts';

const BIN = fileURLToPath(new URL('../../src/bin.ts', import.meta.url));
const THREAD = fileURLToPath(new URL('../../src/loading/read-config-thread.ts', import.meta.url));

/** A running `model-gateway serve`. */
export interface ServerProcess {
  readonly url: string;
  readonly adminUrl: string;
  readonly pid: number;
  /** Everything that it printed so far. */
  output(): string;
  /** Resolves once it has printed a line like this. */
  printed(pattern: RegExp): Promise<void>;
  signal(name: NodeJS.Signals): void;
  /** Reads its standard output no further, as a log collector that hangs. */
  stopReading(): void;
  /** The exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>;
}

/** How the process is started. */
export interface ProcessOptions {
  /** Flags for Node. */
  readonly flags?: readonly string[];
  /** The words before the program, such as those of `withoutRights()`. */
  readonly prefix?: readonly string[];
}

/** Starts `model-gateway serve` on free ports; resolves once it listens, rejects when it ends. */
export async function startServer(
  folder: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
  { flags = [], prefix = [] }: ProcessOptions = {},
): Promise<ServerProcess> {
  const [program, ...first] = [...prefix, process.execPath];
  // Another user may not be allowed to look where the bundle is.
  const { file, env: own } =
    prefix.length === 0 ? bundledProgram(BIN, THREAD) : { file: BIN, env: process.env };
  const child = spawn(
    program,
    [
      ...first,
      ...flags,
      '--conditions=@model-gateway/source',
      file,
      'serve',
      '--config',
      `${folder}/model-gateway.yaml`,
      '--port',
      '0',
      '--admin-port',
      '0',
      ...args,
    ],
    { env: { ...own, ...env } },
  );
  let text = '';
  let look = () => {};
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      look();
    });
  }
  // Not `exit`: the last lines may still be on their way then.
  const ended = once(child, 'close').then(([code, signal]): number | string => code ?? signal);
  const printed = (pattern: RegExp) =>
    new Promise<void>((resolve, reject) => {
      look = () => {
        if (pattern.test(text)) resolve();
      };
      look();
      void ended.then((code) => reject(new Error(`it ended with ${code}:\n${text}`)));
    });
  await printed(/"msg":"listening on /);
  const line = text.split('\n').find((one) => one.includes('"msg":"listening on ')) ?? '{}';
  // With workers, the primary has the admin port.
  const [, adminUrl = ''] = /"adminUrl":"([^"]+)"/.exec(text) ?? [];
  const { url } = JSON.parse(line);
  return {
    url,
    adminUrl,
    pid: child.pid ?? 0,
    output: () => text,
    printed,
    signal: (name) => void child.kill(name),
    stopReading() {
      child.stdout.pause();
      child.once('exit', () => child.stdout.resume());
    },
    ended,
  };
}

/** Runs `model-gateway serve` until it exits on its own. */
export async function failedStart(
  folder: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
  options: ProcessOptions = {},
): Promise<string> {
  try {
    const server = await startServer(folder, args, env, options);
    server.signal('SIGKILL');
    await server.ended;
    throw new Error('expected it to end');
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
