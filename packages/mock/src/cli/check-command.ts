import { jsonIn } from '@model-gateway/core/kit';
import { readFile } from 'node:fs/promises';
import { Option, type Command } from 'commander';
import type { CheckResult, NotCompared } from '@model-gateway/fixtures';
import { counted } from '../counted.ts';
import { apiKeyOption } from './common-options.ts';
import type { Io } from './io.ts';
import { repeated } from '../flag-values.ts';

/** Adds `check` and its options to a command line. */
export function defineCheck(parent: Command): Command {
  return parent
    .command('check')
    .description('report mistakes in fixtures; the exit code is 1 when there are errors')
    .argument('[path...]', 'files, folders or glob patterns')
    .option('--against <url>', 'compare with the answers of this gateway now')
    .addOption(apiKeyOption('sent to that gateway'))
    .addOption(
      new Option(
        '--used <file>',
        'ids of the exchanges that a test run used, as a JSON list or one per line: ' +
          'any other is an error; may be repeated',
      ).argParser(repeated((text) => text)),
    );
}

interface CheckOptions {
  readonly against?: string;
  readonly apiKey?: string;
  readonly used?: readonly string[];
}

/** Prints what is wrong with fixtures. */
export async function checkCommand(command: Command, { stdout }: Io): Promise<number> {
  const { args: paths } = command;
  const { against, apiKey, used: usedFiles } = command.opts<CheckOptions>();
  if (paths.length === 0) {
    throw new Error('check needs the paths of fixtures, such as fixtures/');
  }
  if (apiKey !== undefined && against === undefined) {
    throw new Error('--api-key needs --against, whose gateway it is for');
  }
  // Only here, because it takes an HTTP client and a YAML parser.
  const [{ describeFinding }, { checkFixtureFiles, createUpstream }] = await Promise.all([
    import('@model-gateway/fixtures'),
    import('@model-gateway/fixtures/node'),
  ]);
  const used = usedFiles && (await readUsed(usedFiles));
  await using gateway = against === undefined ? null : createUpstream(against, { apiKey });
  const result = await checkFixtureFiles(paths, { used, against: gateway ?? undefined });
  for (const finding of result.findings) stdout.write(`${describeFinding(finding)}\n`);
  stdout.write(summary(result, gateway?.label));
  return result.findings.some(({ severity }) => severity === 'error') ? 1 : 0;
}

function summary(result: CheckResult & { readonly files: number }, against: string | undefined) {
  const { findings, exchanges, files, compared, notCompared } = result;
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const found = `${counted(errors, 'error')}, ${counted(findings.length - errors, 'warning')}`;
  const lines = [
    `${counted(exchanges, 'exchange')} in ${counted(files, 'file')}: ${found}`,
    ...(against === undefined ? [] : [`${compared.length} compared with ${against}`]),
    ...(against === undefined ? [] : reasons(notCompared)),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function reasons(notCompared: readonly NotCompared[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { because } of notCompared) counts.set(because, (counts.get(because) ?? 0) + 1);
  return Array.from(counts, ([because, count]) => `${count} not compared: ${because}`);
}

/**
 * The ids of the exchanges that answered in a run: a JSON list, or a line for each. Several files
 * are of several workers.
 */
async function readUsed(files: readonly string[]): Promise<ReadonlySet<string>> {
  const lists = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(file, 'utf8');
      return text.trimStart().startsWith('[') ? jsonList(file, text) : text.split(/\r?\n/);
    }),
  );
  return new Set(lists.flat().filter((id) => id !== ''));
}

function jsonList(file: string, text: string): readonly string[] {
  const value = jsonIn(text);
  if (Array.isArray(value) && value.every((id) => typeof id === 'string')) return value;
  throw new Error(`${file} must be a JSON list of exchange ids, or have one id per line`);
}
