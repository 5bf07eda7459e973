import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * Builds the packages that are measured, because users run dist/ and not the sources. Throws with
 * the build's output when it fails.
 */
export function buildPackages(): void {
  const args = ['--filter', '@model-gateway/bench^...', 'run', 'build'];
  const [file, ...before] = pnpm();
  const { status, stdout, stderr } = spawnSync(file, [...before, ...args], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`the packages do not build\n${stdout}${stderr}`);
}

/** The pnpm that runs this script, or the usual way to get one. */
function pnpm(): [string, ...string[]] {
  const { npm_execpath: running } = process.env;
  if (running === undefined || !/pnpm[^/\\]*$/.test(running)) return ['npx', '-y', 'pnpm@12'];
  return /\.[cm]?js$/.test(running) ? [process.execPath, running] : [running];
}
