import { spawnSync } from 'node:child_process';

export const NO_PROMTOOL = 'no promtool: install prometheus (apt-get install prometheus)';

export function hasPromtool(): boolean {
  return spawnSync('promtool', ['--version']).error === undefined;
}

/** Runs promtool, and returns its exit code and all that it said. */
export function promtool(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync('promtool', [...args], { encoding: 'utf8' });
  return { status, says: `${stdout}${stderr}` };
}
