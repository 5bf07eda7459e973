import { cpSync, existsSync, globSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runCommand } from '../run-command.ts';
import type { CheckResult } from './check-result.ts';
import type { PackedRegistry } from './packed-registry.ts';
import { runToEnd, startAndAsk } from './run-example-copy.ts';

/** Those whose `npm start` stays until it is stopped, and answers at an address that it prints. */
const SERVERS: ReadonlySet<string> = new Set([
  'connect-server',
  'express-server',
  'hono-server',
  'image-providers',
  'koa-server',
  'language-models',
  'langfuse-webhook',
  'otel-collector',
  'vite-front-end',
]);

/** What runs in place of `npm start` where that needs more than npm brings; an empty list: nothing. */
const INSTEAD: Readonly<Record<string, readonly string[]>> = {
  docker: [],
  // Over PGlite, where the program itself takes a PostgreSQL.
  'postgres-express': ['node', '--import', 'tsx', '--test', 'app.test.ts'],
};

/** Copies every example out of the repository, installs the packed packages, and starts it. */
export async function examplesProblems(
  root: string,
  registry: PackedRegistry,
  temporary: string,
): Promise<readonly CheckResult[]> {
  const copies = path.join(temporary, 'examples');
  const names = globSync('*/package.json', { cwd: path.join(root, 'examples') })
    .map((file) => path.dirname(file))
    .toSorted();
  const problem = await install(path.join(root, 'examples'), names, copies, registry);
  if (problem !== undefined) return [{ row: 'examples', column: 'npm start', problems: [problem] }];

  const results: CheckResult[] = [];
  const waiting = names.values();
  // Two at a time: some wait for timers, some for the processor.
  await Promise.all(
    Array.from({ length: 2 }, async () => {
      for (const name of waiting) {
        const problems = await problemsOf(name, path.join(copies, name));
        results.push({ row: `examples/${name}`, column: 'npm start', problems });
      }
    }),
  );
  return results.toSorted((a, b) => a.row.localeCompare(b.row));
}

/** Installs all copies at once, as npm's workspaces, which takes a tenth of the time. */
async function install(
  examples: string,
  names: readonly string[],
  copies: string,
  registry: PackedRegistry,
): Promise<string | undefined> {
  mkdirSync(copies);
  for (const name of names) {
    cpSync(path.join(examples, name), path.join(copies, name), {
      recursive: true,
      filter: (file) => path.basename(file) !== 'node_modules',
    });
  }
  const manifest = { name: 'examples', private: true, workspaces: names };
  writeFileSync(path.join(copies, 'package.json'), JSON.stringify(manifest));
  const quiet = ['--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'];
  const { ok, output } = await runCommand(
    'npm',
    ['install', `--@model-gateway:registry=${registry.url}`, ...quiet],
    { cwd: copies },
  );
  if (!ok) return `npm could not install the copies:\n${output}`;
  // A copy by itself has what it needs in its own node_modules, which some scripts name.
  for (const name of names) {
    const modules = path.join(copies, name, 'node_modules');
    if (!existsSync(modules)) symlinkSync(path.join('..', 'node_modules'), modules);
  }
  return undefined;
}

async function problemsOf(name: string, folder: string): Promise<readonly string[]> {
  if (SERVERS.has(name)) return startAndAsk(folder);
  const command = INSTEAD[name] ?? ['npm', 'start', '--silent'];
  return command.length === 0 ? [] : runToEnd(command, folder);
}
