import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runCommand } from '../run-command.ts';
import type { PackedPackage } from './pack-packages.ts';

/** The smoke programs once as ES modules and once as CommonJS. */
export const MODULE_KINDS = { esm: 'module', cjs: 'commonjs' } as const;

/**
 * Makes a project like a user's in `folder`: every tarball installed with npm, Jest, and the smoke
 * programs in `esm/` and `cjs/`.
 */
export async function createConsumerProject(
  folder: string,
  packed: readonly PackedPackage[],
  programs: string,
): Promise<void> {
  const tarballs = packed.map(({ name, tarball }) => [name, `file:${tarball}`] as const);
  writeJson(path.join(folder, 'package.json'), {
    name: 'consumer',
    private: true,
    dependencies: Object.fromEntries(tarballs),
    devDependencies: {
      // The types of the oldest supported Node.
      '@types/node': '^20.19.0',
      // The newest one that runs there.
      msw: '^2.15.0',
      openai: '^7.57.0',
      // For the specs of test/jest/.
      '@types/express': '^5.0.6',
      express: '^5.3.0',
      jest: '^30.5.2',
      'ts-jest': '^29.4.15',
      typescript: '~5.9.0',
      // A Node between the oldest and this one.
      node: '^22.13.0',
    },
    // A dependency between tarballs resolves to the tarball, not to the npm package of that name.
    overrides: Object.fromEntries(packed.map(({ name }) => [name, `$${name}`])),
  });
  for (const [kind, type] of Object.entries(MODULE_KINDS)) {
    mkdirSync(path.join(folder, kind));
    cpSync(programs, path.join(folder, kind), { recursive: true });
    writeJson(path.join(folder, kind, 'package.json'), { type });
  }

  const quiet = ['--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'];
  const install = ['install', `--prefix=${folder}`, ...quiet];
  const { ok, output } = await runCommand('npm', install, { cwd: folder });
  if (!ok) throw new Error(`npm could not install the tarballs:\n${output}`);
}

function writeJson(file: string, value: unknown): void {
  writeFileSync(file, `${JSON.stringify(value, undefined, 2)}\n`);
}
