/**
 * `pnpm api`, after `pnpm build`: writes a report of the public types of every published package.
 * `pnpm api:check` fails when a report differs, so that no type changes unnoticed.
 */
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { publicEntries } from './api/public-entries.ts';
import { REPORT_FOLDER, reportPath, writeReports } from './api/write-report.ts';
import { ROOT } from './repository.ts';

const entries = publicEntries(ROOT);
const unbuilt = entries.filter(({ folder, types }) => !existsSync(path.join(ROOT, folder, types)));
if (unbuilt.length > 0) {
  const names = unbuilt.map(({ folder, types }) => path.join(folder, types)).join(', ');
  console.error(`Run pnpm build first: ${names} is missing.`);
  process.exitCode = 1;
} else if (process.argv.includes('--check')) check();
else write();

/** Replaces the reports once all are made, so that the repository never lacks one meanwhile. */
function write(): void {
  withReports((folder) => {
    const made = reportsIn(folder);
    for (const file of reportsIn(ROOT)) if (!made.includes(file)) rmSync(path.join(ROOT, file));
    for (const file of made) {
      mkdirSync(path.dirname(path.join(ROOT, file)), { recursive: true });
      copyFileSync(path.join(folder, file), path.join(ROOT, file));
    }
  });
  console.log(`Wrote the public types of ${entries.length} entries.`);
}

function check(): void {
  withReports((folder) => {
    const files = new Set([...reportsIn(ROOT), ...reportsIn(folder)]);
    const changed = [...files].filter((file) => textOf(ROOT, file) !== textOf(folder, file));
    for (const file of changed) showDifference(file, folder);
    if (changed.length === 0)
      console.log(`The types of ${entries.length} entries are as reported.`);
    else fail(changed);
  });
}

function withReports(use: (folder: string) => void): void {
  const folder = mkdtempSync(path.join(tmpdir(), 'model-gateway-api-'));
  try {
    writeAll(folder);
    use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function fail(changed: readonly string[]): void {
  console.error(
    `\nPublic types differ from ${changed.join(', ')}. If users should see this change, run ` +
      '`pnpm build && pnpm api`, commit the reports, and add a changeset.',
  );
  process.exitCode = 1;
}

function writeAll(into: string): void {
  for (const entry of entries)
    mkdirSync(path.dirname(path.join(into, reportPath(entry))), { recursive: true });
  for (const folder of new Set(entries.map((entry) => entry.folder))) {
    writeReports(
      ROOT,
      entries.filter((entry) => entry.folder === folder),
      into,
    );
  }
}

function reportsIn(root: string): readonly string[] {
  return globSync(`packages/*/${REPORT_FOLDER}/*.api.md`, { cwd: root }).toSorted();
}

function textOf(root: string, file: string): string | undefined {
  const place = path.join(root, file);
  return existsSync(place) ? readFileSync(place, 'utf8') : undefined;
}

function showDifference(file: string, folder: string): void {
  const [before, after] = [ROOT, folder].map((root) => path.join(root, file));
  const existing = [before, after].map((place) => (existsSync(place ?? '') ? place : '/dev/null'));
  const { stdout } = spawnSync('git', ['diff', '--no-index', '--', ...existing.map(String)], {
    encoding: 'utf8',
  });
  console.error(stdout);
}
