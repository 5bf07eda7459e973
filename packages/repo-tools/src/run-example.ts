/**
 * `pnpm example production`: starts an example of examples/ on the sources of this repository,
 * without a build. In a copy of its folder, `npm start` starts it on the published packages.
 */
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './repository.ts';
import { withoutDashes } from './without-dashes.ts';

const EXAMPLES = path.join(ROOT, 'examples');
const names = readdirSync(EXAMPLES, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const [name = '', ...args] = withoutDashes(process.argv.slice(2));

if (names.includes(name)) {
  const child = spawn('npm', ['start', '--silent', '--', ...args], {
    cwd: path.join(EXAMPLES, name),
    stdio: 'inherit',
    // On Windows npm is a script, which only a shell starts.
    shell: process.platform === 'win32',
    env: { ...process.env, NODE_OPTIONS: '--conditions=@model-gateway/source' },
  });
  // Ctrl-C reaches the example from the terminal; its end is ours.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  child.on('close', (code) => (process.exitCode = code ?? 1));
} else {
  console.error(`Name an example: pnpm example ${names.join(' | ')}`);
  process.exitCode = 1;
}
