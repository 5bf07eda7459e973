import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Children } from './children.ts';
import { cpuMicrosecondsOf } from './foreign-cpu.ts';
import { get } from './get.ts';
import type { Server } from './server.ts';

export interface ForeignServerOptions {
  /** The command line, given the port to listen on. */
  readonly command: (port: number) => readonly string[];
  /** A path that is answered with 200 once the server works. */
  readonly path: string;
}

const PATIENCE_MILLISECONDS = 60_000;
const PAUSE_MILLISECONDS = 100;

/** Starts a program that knows nothing of the bench. Rejects when it does not answer. */
export async function startForeignServer(
  children: Children,
  { command, path }: ForeignServerOptions,
): Promise<Server> {
  const port = await freePort();
  const child = children.start(command(port), { side: 'server', hasChannel: false });
  const output = collect(child.stdout, child.stderr);
  const deadline = performance.now() + PATIENCE_MILLISECONDS;
  while (!(await isAnswered(`http://127.0.0.1:${port}${path}`))) {
    if (child.exitCode !== null) throw new Error(`it stopped: ${output()}`);
    if (performance.now() > deadline) {
      await children.stop(child);
      throw new Error(`it does not answer ${path}: ${output()}`);
    }
    await delay(PAUSE_MILLISECONDS);
  }
  // A program that answers was started.
  const pid = child.pid ?? 0;
  return {
    port,
    pid,
    cpuMicroseconds: async () => cpuMicrosecondsOf(pid),
    [Symbol.asyncDispose]: () => children.stop(child),
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on TCP has an address of this form.
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function isAnswered(url: string): Promise<boolean> {
  try {
    return (await get(url)).status === 200;
  } catch {
    // Not listening yet.
    return false;
  }
}

const KEPT_CHARACTERS = 500;

function collect(...streams: readonly (NodeJS.ReadableStream | null)[]): () => string {
  let text = '';
  for (const stream of streams) {
    stream?.on('data', (chunk: Buffer) => {
      text = (text + chunk.toString('utf8')).slice(-KEPT_CHARACTERS);
    });
  }
  return () => text.trim();
}
