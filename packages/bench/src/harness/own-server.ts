import type { ChildProcess } from 'node:child_process';
import { ask } from './ask.ts';
import type { Side } from './cores.ts';
import type { Server } from './server.ts';
import { startProgram } from './start-program.ts';
import type { Bench } from './suite.ts';

/**
 * Starts a server of this package, a file in src/servers. Its side is `client` for what is not
 * measured: an upstream of the server that is.
 */
export async function startOwnServer(
  { children, options: { profile } }: Bench,
  server: string,
  args: readonly string[],
  side: Side = 'server',
): Promise<Server> {
  const isProfiled = side === 'server' && profile !== undefined;
  const flags = isProfiled ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : [];
  const program = `servers/${server}`;
  const { child, port } = await startProgram(children, { program, side, args, flags });
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
