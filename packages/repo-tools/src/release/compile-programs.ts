import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { runCommand } from '../run-command.ts';
import type { CheckResult } from './check-result.ts';
import { programOf, SMOKE_TESTS } from './smoke-tests.ts';

const { resolve } = createRequire(import.meta.url);
/** The newest compiler. */
const TSC = path.join(resolve('typescript7'), '../../bin/tsc');
/** The oldest that reads our types: before 5.7 typed arrays had no type parameter. */
const OLDEST_TSC = resolve('typescript57/bin/tsc');

const STRICT = {
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
  target: 'es2022',
  allowImportingTsExtensions: true,
};

/** Ways to compile the programs; the first also writes the JavaScript that runs later. */
const PROJECTS = [
  {
    name: 'node16',
    tsc: TSC,
    include: ['esm', 'cjs'],
    compilerOptions: {
      ...STRICT,
      module: 'node16',
      lib: ['es2022'],
      types: ['node'],
      rewriteRelativeImportExtensions: true,
    },
  },
  {
    name: 'oldest',
    tsc: OLDEST_TSC,
    include: ['esm', 'cjs'],
    compilerOptions: {
      ...STRICT,
      module: 'node16',
      lib: ['es2022'],
      types: ['node'],
      noEmit: true,
    },
  },
  {
    name: 'bundler',
    tsc: TSC,
    include: ['esm'],
    compilerOptions: {
      ...STRICT,
      // The same type files as from ES modules above.
      skipLibCheck: true,
      module: 'esnext',
      moduleResolution: 'bundler',
      lib: ['es2022'],
      types: ['node'],
      noEmit: true,
    },
  },
  {
    name: 'browser',
    tsc: TSC,
    include: SMOKE_TESTS.filter(({ portable }) => portable).map(
      (test) => `esm/${programOf(test)}.ts`,
    ),
    compilerOptions: {
      ...STRICT,
      module: 'esnext',
      moduleResolution: 'bundler',
      lib: ['es2022', 'dom', 'dom.iterable', 'dom.asynciterable'],
      types: [],
      noEmit: true,
    },
  },
];

/** Type-checks the smoke programs as users do, with the library's own types checked as well. */
export async function compilePrograms(folder: string): Promise<readonly CheckResult[]> {
  return Promise.all(
    PROJECTS.map(async ({ name, tsc, ...project }) => {
      const file = path.join(folder, `tsconfig.${name}.json`);
      writeFileSync(file, JSON.stringify(project));
      const { ok, output } = await runCommand(process.execPath, [tsc, '-p', file], {
        cwd: folder,
      });
      return { row: 'all together', column: `tsc ${name}`, problems: ok ? [] : ownErrors(output) };
    }),
  );
}

/**
 * Returns TypeScript's output without errors in other packages' types: those of an optional peer
 * may be wrong without affecting our users.
 */
function ownErrors(output: string): readonly string[] {
  // An error begins at the margin; its explanation is indented.
  return output.split(/\n(?=\S)/).filter((error) => !OF_OTHERS.test(error));
}

const OF_OTHERS = /^node_modules\/(?!@model-gateway\/)/;
