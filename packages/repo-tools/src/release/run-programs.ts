import { spawn } from 'node:child_process';
import path from 'node:path';
import { PATIENCE_MS, runCommand } from '../run-command.ts';
import type { CheckResult } from './check-result.ts';
import { MODULE_KINDS } from './consumer-project.ts';
import type { NodeProgram } from './node-versions.ts';
import { programOf, SMOKE_TESTS, type BinTest, type SmokeTest } from './smoke-tests.ts';

/** Runs every smoke program, as ES module and as CommonJS, and every bin, on one Node. */
export async function runPrograms(folder: string, node: NodeProgram): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  const major = node.version.split('.', 1).join('');
  for (const test of SMOKE_TESTS) {
    for (const kind of Object.keys(MODULE_KINDS)) {
      const file = path.join(kind, `${programOf(test)}.js`);
      const { ok, output } = await runCommand(node.program, [file], {
        cwd: folder,
      });
      const problems = problemsOf(ok, output, test, node);
      results.push({ row: test.package, column: `${kind} ${major}`, problems });
    }
    if (test.bin !== undefined) {
      const problems = await binProblems(folder, node, test.bin);
      results.push({ row: test.package, column: `bin ${major}`, problems });
    }
  }
  return results;
}

function problemsOf(ok: boolean, output: string, test: SmokeTest, node: NodeProgram): string[] {
  if (isOlder(node, test.needsNode)) return refusalProblems(ok, output, test);
  return ok ? [] : [output];
}

/** Tells whether this Node is older than a version such as `22.13`. */
export function isOlder({ version }: NodeProgram, needed = '0.0'): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [neededMajor = 0, neededMinor = 0] = needed.split('.').map(Number);
  return major < neededMajor || (major === neededMajor && minor < neededMinor);
}

/** A package that does not run on a Node says so in a sentence. */
function refusalProblems(ok: boolean, output: string, { needsNode = '0.0' }: SmokeTest): string[] {
  if (!ok && output.includes(`needs Node ${needsNode}`)) return [];
  return [`expected "needs Node ${needsNode}", got ${ok ? 'no complaint' : output}`];
}

async function binProblems(
  folder: string,
  node: NodeProgram,
  { name, args, request }: BinTest,
): Promise<readonly string[]> {
  const file = path.join(folder, 'node_modules/.bin', name);
  const child = spawn(node.program, [file, ...args], { cwd: folder, stdio: 'pipe' });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const giveUp = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
  let output = '';
  const whereItIs = new Promise<Request | undefined>((resolve) => {
    const listen = (chunk: Buffer) => {
      output += chunk.toString();
      const found = request(output);
      if (found !== undefined) resolve(found);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    void ended.then(() => resolve(undefined));
  });

  const problems: string[] = [];
  try {
    const where = await whereItIs;
    if (where === undefined) return [`${name} ended before it said where it is:\n${output}`];
    const { status } = await fetch(where);
    if (status !== 200) problems.push(`${name} answered ${where.url} with ${status}.`);
  } catch (error) {
    problems.push(`${name} did not answer: ${String(error)}`);
  } finally {
    child.kill('SIGTERM');
  }
  const code = await ended;
  clearTimeout(giveUp);
  if (code !== 0) problems.push(`${name} ended with ${String(code)} after SIGTERM.\n${output}`);
  return problems;
}
