import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { PATIENCE_MS, runCommand } from '../run-command.ts';
import type { CheckResult } from './check-result.ts';
import type { NodeProgram } from './node-versions.ts';
import type { PackedPackage } from './pack-packages.ts';
import { isOlder } from './run-programs.ts';
import { SMOKE_TESTS } from './smoke-tests.ts';

const SPECS = path.join(import.meta.dirname, '../../test/jest');

/** Entries for other runners, and for MSW, which itself requires an ES module. */
const NOT_FOR_JEST = ['msw', 'playwright', 'vitest'].map((name) => `@model-gateway/mock/${name}`);

const COMPILER_OPTIONS = {
  module: 'node16',
  target: 'es2022',
  esModuleInterop: true,
  // ts-jest wants it for this module; compilePrograms checks the types.
  isolatedModules: true,
};
const JAVASCRIPT = {
  module: ts.ModuleKind.CommonJS,
  target: ts.ScriptTarget.ES2022,
  esModuleInterop: true,
};

/** Ways to transform tests: none, Jest's default, and the usual one for TypeScript. */
const PROJECTS = [
  { displayName: 'no transform', testMatch: ['**/*.test.js'], transform: {} },
  { displayName: 'babel-jest', testMatch: ['**/*.test.js'] },
  { displayName: 'ts-jest', testMatch: ['**/*.spec.ts'], transform: { '\\.ts$': 'ts-jest' } },
];

/**
 * Runs the specs of test/jest/ in Jest as it is without flags, in CommonJS, in a project that has all
 * packages and Jest.
 */
export async function jestProblems(
  consumer: string,
  packed: readonly PackedPackage[],
  node: NodeProgram,
): Promise<CheckResult> {
  const folder = path.join(consumer, `jest-${node.version}`);
  mkdirSync(folder);
  const entries = packed.flatMap((one) => entriesOf(one, node));
  writeJson(path.join(folder, 'entries.json'), entries);
  writeJson(path.join(folder, 'jest.config.json'), { projects: PROJECTS });
  writeJson(path.join(folder, 'tsconfig.json'), { compilerOptions: COMPILER_OPTIONS });
  for (const file of readdirSync(SPECS)) {
    const spec = readFileSync(path.join(SPECS, file), 'utf8');
    const { outputText } = ts.transpileModule(spec, { compilerOptions: JAVASCRIPT });
    writeFileSync(path.join(folder, file), spec);
    writeFileSync(path.join(folder, file.replace('.spec.ts', '.test.js')), outputText);
  }
  const jest = path.join(consumer, 'node_modules/jest/bin/jest.js');
  // A busy machine takes longer than Jest's 5 s.
  const args = ['--ci', '--config=jest.config.json', `--testTimeout=${PATIENCE_MS}`];
  const { ok, output } = await runCommand(node.program, [jest, ...args], { cwd: folder });
  const column = `jest ${node.version.split('.', 1).join('')}`;
  return { row: 'all together', column, problems: ok ? [] : [output] };
}

function entriesOf({ name, manifest }: PackedPackage, node: NodeProgram): readonly object[] {
  const needsNode = SMOKE_TESTS.find((test) => test.package === name)?.needsNode;
  const refusal = isOlder(node, needsNode) ? `needs Node ${needsNode}` : undefined;
  // Packed by us, and inspected by publint.
  const { exports } = JSON.parse(manifest) as {
    readonly exports: Readonly<Record<string, unknown>>;
  };
  return Object.keys(exports)
    .filter((subpath) => !subpath.endsWith('.json'))
    .map((subpath) => path.posix.join(name, subpath))
    .filter((entry) => !NOT_FOR_JEST.includes(entry))
    .map((entry) => ({ name: entry, refusal }));
}

function writeJson(file: string, value: unknown): void {
  writeFileSync(file, JSON.stringify(value));
}
