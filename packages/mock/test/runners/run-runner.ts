import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import path from 'node:path';

const FAILING = path.join(import.meta.dirname, 'failing');

/** What a test runner printed, and whether it was content. */
export interface RunnerOutput {
  readonly code: number | null;
  readonly output: string;
}

/** Runs a test runner in the folder of failing tests. */
export async function runRunner(...args: readonly string[]): Promise<RunnerOutput> {
  const env: NodeJS.ProcessEnv = { ...process.env, NO_COLOR: '1' };
  // Set by the runner of this test; the others are not to report to it.
  delete env['NODE_TEST_CONTEXT'];
  delete env['FORCE_COLOR'];
  const child = spawn(process.execPath, args, { cwd: FAILING, env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  }
  const [code] = await once(child, 'close');
  return { code, output };
}

/** The program of a package, for Node to run. */
export function programOf(name: string, file: string): string {
  const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`);
  return path.join(path.dirname(manifest), file);
}
