/**
 * `node packages/repo-tools/bin/install.mjs [start | test | all]`: installs what is missing before
 * `pnpm start`, `pnpm test` and others run. `start` needs 14 of some 800 packages, so a first look at
 * the mock does not wait for test runners and linters, nor the tests for what builds the
 * documentation. Plain JavaScript for Node 20, because it runs before anything is installed.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** Records the last installation: its level, and the state of the manifests. */
const STAMP = `${ROOT}node_modules/.model-gateway-installed.json`;
/** What pnpm installs for each level, which has everything of those before it. */
const LEVELS = {
  start: ['--prod', '--filter', 'model-gateway', '--filter', '@model-gateway/mock...'],
  test: ['--filter', '!@model-gateway/site'],
  all: [],
};
const ORDER = Object.keys(LEVELS);

const wanted = process.argv[2] ?? 'all';
const installed = readStamp();
const isCurrent = installed.manifests === hashOfManifests();
if (!isCurrent || ORDER.indexOf(installed.what) < ORDER.indexOf(wanted)) {
  // A full installation stays full: `start` after a change of branch must not remove the rest.
  const level = ORDER[Math.max(ORDER.indexOf(installed.what), ORDER.indexOf(wanted))];
  if (install(LEVELS[level])) {
    writeFileSync(STAMP, JSON.stringify({ what: level, manifests: hashOfManifests() }));
  }
}

/** Whether it succeeded. */
function install(args) {
  const pnpm = process.env['npm_execpath'];
  const [program, first] = pnpm?.includes('pnpm') ? launcherOf(pnpm) : ['npx', ['-y', 'pnpm@12']];
  const { status, error } = spawnSync(program, [...first, 'install', ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status === 0) return true;
  console.error(
    `Installing failed${error ? `: ${error.message}` : ''}. Run: npx -y pnpm@12 install`,
  );
  process.exitCode = status ?? 1;
  return false;
}

function launcherOf(pnpm) {
  return /\.[cm]?js$/.test(pnpm) ? [process.execPath, [pnpm]] : [pnpm, []];
}

function readStamp() {
  try {
    return JSON.parse(readFileSync(STAMP, 'utf8'));
  } catch {
    return {};
  }
}

/** Hashes everything that determines an installation. */
function hashOfManifests() {
  const hash = createHash('sha256');
  const folders = ['packages', 'examples'].flatMap((top) =>
    readdirSync(ROOT + top).map((name) => `${top}/${name}/package.json`),
  );
  for (const file of ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', ...folders]) {
    if (existsSync(ROOT + file)) hash.update(`${file}\n`).update(readFileSync(ROOT + file));
  }
  return hash.digest('hex');
}
