import { existsSync } from 'node:fs';
import path from 'node:path';
import { runCommand } from '../run-command.ts';

export interface NodeProgram {
  /** `20.20.2` */
  readonly version: string;
  readonly program: string;
}

/** Returns this Node, and the system's (in CI the oldest supported) if it differs. */
export async function nodeVersions(): Promise<readonly NodeProgram[]> {
  const own = { version: process.versions.node, program: process.execPath };
  const system = await systemNode();
  return system === undefined || system.version === own.version ? [own] : [own, system];
}

/** Returns the first node in PATH that was not installed by a package. */
async function systemNode(): Promise<NodeProgram | undefined> {
  const program = (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .map((folder) => path.join(folder, 'node'))
    .find((file) => existsSync(file));
  if (program === undefined) return undefined;
  const { ok, stdout } = await runCommand(program, ['--version'], { cwd: process.cwd() });
  return ok ? { version: stdout.trim().replace(/^v/, ''), program } : undefined;
}
