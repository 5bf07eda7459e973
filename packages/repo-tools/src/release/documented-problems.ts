import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runCommand } from '../run-command.ts';
import type { CheckResult } from './check-result.ts';
import { documentedInstalls, importsOf } from './documented-installs.ts';
import type { PackedRegistry } from './packed-registry.ts';

const DOCUMENTS = ['README.md', 'packages/*/README.md', 'docs/**/*.md'];

/**
 * Runs each `npm install` of the documents in an empty folder, with the packed packages and the
 * newest of all others, once for all documents that have it, and loads what the code behind it
 * imports. What that code does is tested in test/readme/.
 */
export async function documentedProblems(
  root: string,
  registry: PackedRegistry,
  temporary: string,
): Promise<readonly CheckResult[]> {
  const results: CheckResult[] = [];
  const installed = new Map<string, Installed>();
  for (const row of globSync(DOCUMENTS, { cwd: root }).toSorted()) {
    const problems: string[] = [];
    const installs = documentedInstalls(readFileSync(path.join(root, row), 'utf8'));
    for (const { args, code } of installs) {
      const packages = packagesIn(args);
      const known = installed.get(packages);
      const folder = path.join(temporary, 'documented', String(installed.size));
      const found = known ?? (await install(args, folder, registry.url));
      installed.set(packages, found);
      problems.push(
        ...(found.problem === undefined ? await problemsOf(code, found) : [found.problem]),
      );
    }
    if (installs.length > 0) results.push({ row, column: 'npm install', problems });
  }
  return results;
}

/** What a line has installed, for every document that has the line. */
interface Installed {
  readonly line: string;
  readonly folder: string;
  readonly problem: string | undefined;
}

/** The packages that a line installs; where they are written in package.json makes no difference. */
function packagesIn(args: readonly string[]): string {
  return args.filter((word) => word !== '--save-dev').join(' ');
}

async function install(
  args: readonly string[],
  folder: string,
  registry: string,
): Promise<Installed> {
  mkdirSync(folder, { recursive: true });
  const npm = (words: readonly string[]) =>
    runCommand('npm', [...words, `--registry=${registry}`, '--loglevel=error'], { cwd: folder });
  const line = ['npm', ...args].join(' ');
  const done = { line, folder, problem: undefined };
  const installed = await npm([...args, '--no-audit', '--no-fund', '--ignore-scripts']);
  if (!installed.ok) return { ...done, problem: `${line}\n${installed.output}` };

  // Where a peer range of ours leaves out the newest, npm takes an older one or fails, as it likes.
  // Ours have one version.
  if (!args.some(isOfOthers)) return done;
  const { stdout } = await npm(['outdated', '--parseable']);
  if (stdout === '') return done;
  return { ...done, problem: `${line} does not install the newest:\n${stdout}` };
}

async function problemsOf(code: string, { line, folder }: Installed): Promise<readonly string[]> {
  writeFileSync(path.join(folder, 'imports.mjs'), importsOf(code));
  const loaded = await runCommand(process.execPath, ['imports.mjs'], { cwd: folder });
  return loaded.ok ? [] : [`After ${line}, its first code does not load:\n${loaded.output}`];
}

/** Whether a word of `npm install …` names a package that another project publishes. */
function isOfOthers(word: string): boolean {
  return word !== 'install' && !/^(?:-|@model-gateway\/)/.test(word);
}
