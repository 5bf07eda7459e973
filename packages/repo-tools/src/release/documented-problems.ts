import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runCommand } from '../run-command.ts';
import type { CheckResult } from './check-result.ts';
import { documentedInstalls, importsOf, type DocumentedInstall } from './documented-installs.ts';
import type { PackedRegistry } from './packed-registry.ts';

const DOCUMENTS = ['README.md', 'packages/*/README.md', 'docs/**/*.md'];

/**
 * Runs each `npm install` of the documents in an empty folder, with the packed packages and the
 * newest of all others, and loads what the code behind it imports. What that code does is tested in
 * test/readme/.
 */
export async function documentedProblems(
  root: string,
  registry: PackedRegistry,
  temporary: string,
): Promise<readonly CheckResult[]> {
  const results: CheckResult[] = [];
  for (const row of globSync(DOCUMENTS, { cwd: root }).toSorted()) {
    const problems: string[] = [];
    const installs = documentedInstalls(readFileSync(path.join(root, row), 'utf8'));
    for (const [index, install] of installs.entries()) {
      const folder = path.join(temporary, 'documented', row, String(index));
      mkdirSync(folder, { recursive: true });
      problems.push(...(await problemsOf(install, folder, registry.url)));
    }
    if (installs.length > 0) results.push({ row, column: 'npm install', problems });
  }
  return results;
}

async function problemsOf(
  { args, code }: DocumentedInstall,
  folder: string,
  registry: string,
): Promise<readonly string[]> {
  const npm = (words: readonly string[]) =>
    runCommand('npm', [...words, `--registry=${registry}`, '--loglevel=error'], { cwd: folder });
  const line = ['npm', ...args].join(' ');
  const installed = await npm([...args, '--no-audit', '--no-fund', '--ignore-scripts']);
  if (!installed.ok) return [`${line}\n${installed.output}`];

  // Where a peer range of ours leaves out the newest, npm takes an older one or fails, as it likes.
  // Ours have one version.
  const outdated = args.some(isOfOthers) ? await npm(['outdated', '--parseable']) : undefined;
  if (outdated !== undefined && outdated.stdout !== '') {
    return [`${line} does not install the newest:\n${outdated.stdout}`];
  }

  writeFileSync(path.join(folder, 'imports.mjs'), importsOf(code));
  const loaded = await runCommand(process.execPath, ['imports.mjs'], { cwd: folder });
  return loaded.ok ? [] : [`After ${line}, its first code does not load:\n${loaded.output}`];
}

/** Whether a word of `npm install …` names a package that another project publishes. */
function isOfOthers(word: string): boolean {
  return word !== 'install' && !/^(?:-|@model-gateway\/)/.test(word);
}
