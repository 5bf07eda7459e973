import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Peer } from './peer.ts';

/** What of a peer says where to get it. */
type Installed = Pick<Peer, 'package' | 'version'>;

const CACHE = fileURLToPath(new URL('../../.cache/peers', import.meta.url));
const PATIENCE_MILLISECONDS = 5 * 60_000;

/**
 * The file of a peer's program, installed with npm on first use. It is not a dependency of this
 * repository: only this comparison needs it. Rejects with npm's reason.
 */
export async function programOf(peer: Installed): Promise<string> {
  const installed = await folderOf(peer);
  const manifest: unknown = JSON.parse(readFileSync(path.join(installed, 'package.json'), 'utf8'));
  return path.join(installed, binIn(manifest));
}

/** The folder of a peer's package, installed in the same way. */
export async function folderOf(peer: Installed): Promise<string> {
  const folder = path.join(CACHE, peer.package.replace('/', '__'));
  const installed = path.join(folder, 'node_modules', peer.package);
  if (!existsSync(path.join(installed, 'package.json'))) await install(peer, folder);
  return installed;
}

async function install({ package: name, version }: Installed, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const manifest = { private: true, dependencies: { [name]: version } };
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest));
  await npm(['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], folder);
}

function npm(args: readonly string[], cwd: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('npm', args, {
      cwd,
      timeout: PATIENCE_MILLISECONDS,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let complaint = '';
    child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString('utf8')));
    child.on('error', reject).on('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`npm install failed: ${complaint.trim().split('\n')[0] ?? ''}`));
    });
  });
}

/** `bin` of a package.json is a file, or files by name of which these packages have one. */
function binIn(manifest: unknown): string {
  const bin: unknown =
    typeof manifest === 'object' && manifest !== null && 'bin' in manifest
      ? manifest.bin
      : undefined;
  const file: unknown = typeof bin === 'object' && bin !== null ? Object.values(bin)[0] : bin;
  if (typeof file !== 'string') throw new Error('the package has no program');
  return file;
}
