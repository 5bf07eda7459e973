import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { CheckResult, NotCompared } from '@model-gateway/fixtures';
import { counted } from '../counted.ts';
import { key } from './option-values.ts';

/** `model-gateway-mock check`: says what is wrong with fixtures; 1 when something is. */
export async function checkCommand(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      against: { type: 'string' },
      'api-key': { type: 'string' },
      used: { type: 'string', multiple: true },
    },
  });
  if (positionals.length === 0) {
    throw new Error('check needs the paths of fixtures, such as fixtures/');
  }
  const apiKey = key('--api-key', values['api-key']);
  if (apiKey !== undefined && values.against === undefined) {
    throw new Error('--api-key needs --against, whose gateway it is for');
  }
  // Only here, because it takes an HTTP client and a YAML parser.
  const [{ describeFinding }, { checkFixtureFiles, createUpstream }] = await Promise.all([
    import('@model-gateway/fixtures'),
    import('@model-gateway/fixtures/node'),
  ]);
  const used = values.used && (await readUsed(values.used));
  await using gateway =
    values.against === undefined ? null : createUpstream(values.against, { apiKey });
  const result = await checkFixtureFiles(positionals, { used, against: gateway ?? undefined });
  for (const finding of result.findings) process.stdout.write(`${describeFinding(finding)}\n`);
  process.stdout.write(summary(result, gateway?.label));
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
  const value = parsed(text);
  if (Array.isArray(value) && value.every((id) => typeof id === 'string')) return value;
  throw new Error(`${file} must be a JSON list of exchange ids, or have one id per line`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
