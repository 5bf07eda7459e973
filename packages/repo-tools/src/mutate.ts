/**
 * `pnpm mutate [part of a path…] [--jobs=2]`: makes one small change at a time in the files listed
 * in src/mutation/targets.ts, and lists each change that no test detects: either a test is missing,
 * or the change makes no difference. Paths of other source files work too.
 */
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { describeResult } from './mutation/describe-result.ts';
import { targets } from './mutation/targets.ts';
import { tryMutants } from './mutation/try-mutants.ts';
import { ROOT } from './repository.ts';

try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { jobs: { type: 'string', default: String(availableParallelism()) } },
  });
  await mutate(filesNamed(positionals), Math.max(1, Number(values.jobs)));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function mutate(files: readonly string[], jobs: number): Promise<void> {
  const started = performance.now();
  for (const file of files) {
    console.log(describeResult(await tryMutants(file, jobs)));
  }
  console.log(`\n${files.length} files in ${Math.round((performance.now() - started) / 1000)} s.`);
}

function filesNamed(parts: readonly string[]): readonly string[] {
  if (parts.length === 0) return targets();
  return parts.flatMap((part) => {
    const found = targets().filter((file) => file.includes(part));
    if (found.length > 0) return found;
    const file = path.relative(ROOT, path.resolve(part)).replaceAll(path.sep, '/');
    if (/^packages\/[^/]+\/src\/.*\.ts$/.test(file) && existsSync(path.join(ROOT, file)))
      return [file];
    throw new Error(`${part} is neither part of a target's path nor a source file of a package.`);
  });
}
