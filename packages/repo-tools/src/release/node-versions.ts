import { existsSync } from 'node:fs';
import path from 'node:path';
import { runCommand } from '../run-command.ts';

export interface NodeProgram {
  /** `20.20.2` */
  readonly version: string;
  readonly program: string;
}

/**
 * Returns this Node, the system's (in CI the oldest supported), and the one that a project has
 * installed from the package `node`, each version once.
 */
export async function nodeVersions(project: string): Promise<readonly NodeProgram[]> {
  const installed = path.join(project, 'node_modules/node/bin/node');
  const all = await Promise.all([process.execPath, systemNode(), installed].map(versionOf));
  const byVersion = new Map(all.flatMap((node) => (node ? [[node.version, node] as const] : [])));
  return [...byVersion.values()];
}

/** Returns the first node in PATH that was not installed by a package. */
function systemNode(): string | undefined {
  return (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .map((folder) => path.join(folder, 'node'))
    .find((file) => existsSync(file));
}

async function versionOf(program: string | undefined): Promise<NodeProgram | undefined> {
  if (program === undefined) return undefined;
  const { ok, stdout } = await runCommand(program, ['--version'], { cwd: process.cwd() });
  return ok ? { version: stdout.trim().replace(/^v/, ''), program } : undefined;
}
