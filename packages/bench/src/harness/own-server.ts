import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ask } from './ask.ts';
import type { Children } from './children.ts';
import type { Side } from './cores.ts';
import { printed } from './output.ts';
import type { Server } from './server.ts';

export interface OwnServerOptions {
  /** File in src/servers. */
  readonly program: string;
  readonly args: readonly string[];
  /** `client` for what is not measured: an upstream of the server that is; `server` by default. */
  readonly side?: Side;
  /** Flags of node; the servers whose CPU time is compared run without. */
  readonly flags?: readonly string[];
  /** Folder for a CPU profile. */
  readonly profile: string | undefined;
}

/**
 * Starts a server of this package. Node strips its types while loading; there is no loader and no
 * source condition, so it runs the built packages as a user's program would.
 */
export async function startOwnServer(
  children: Children,
  { program, args, side = 'server', flags = [], profile }: OwnServerOptions,
): Promise<Server> {
  const file = fileURLToPath(new URL(`../servers/${program}`, import.meta.url));
  const profiling = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`];
  const child = children.start([process.execPath, ...flags, ...profiling, file, ...args], {
    side,
    hasChannel: true,
  });
  const port = Number(await printed(child, /^READY (\d+)$/m));
  return {
    port,
    // A program that has printed something was started.
    pid: child.pid ?? 0,
    async cpuMicroseconds() {
      const { user, system } = await usageOf(child);
      return user + system;
    },
    reads: async () => (await usageOf(child)).reads,
    [Symbol.asyncDispose]: () => children.stop(child),
  };
}

/** servers/control.ts answers every message with this. */
async function usageOf(child: ChildProcess) {
  return (await ask(child, {})) as NodeJS.CpuUsage & { readonly reads: number };
}
