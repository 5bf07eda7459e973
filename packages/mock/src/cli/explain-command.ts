import type { Command } from 'commander';
import { didYouMean, type DiagnosticEntry } from '@model-gateway/core/kit';
import { DIAGNOSTICS as OF_WORLDS } from '@model-gateway/worlds';
import { DIAGNOSTICS } from '../diagnostics.ts';
import { CALLED } from './called.ts';
import type { Io } from './io.ts';

/** Adds `explain` to a command line. */
export function defineExplain(parent: Command): Command {
  return parent
    .command('explain')
    .description('explain an error code such as GW1301')
    .argument('[code...]', 'codes as they stand in messages; without one, all are listed');
}

/** Prints what diagnostics are about and how to fix them. */
export async function explainCommand({ args }: Command, { stdout }: Io): Promise<number> {
  // Only here, because reading fixtures takes a YAML parser.
  const { DIAGNOSTICS: ofFixtures } = await import('@model-gateway/fixtures');
  const entries = new Map<string, DiagnosticEntry>(
    Object.entries({ ...DIAGNOSTICS, ...OF_WORLDS, ...ofFixtures }).toSorted(([a], [b]) =>
      a < b ? -1 : 1,
    ),
  );
  const texts =
    args.length === 0 ? [overview(entries)] : args.map((arg) => explained(arg, entries));
  stdout.write(texts.join('\n'));
  return 0;
}

function overview(entries: ReadonlyMap<string, DiagnosticEntry>): string {
  const lines = [...entries].map(([code, { title }]) => `${code}  ${title}\n`);
  return `${lines.join('')}\nMore on one of them: ${CALLED} explain CODE\n`;
}

function explained(arg: string, entries: ReadonlyMap<string, DiagnosticEntry>): string {
  const code = asWritten(arg);
  const entry = entries.get(code);
  if (entry === undefined) {
    const hint = didYouMean(code, entries.keys()) || `; "${CALLED} explain" lists all`;
    throw new Error(`unknown diagnostic "${arg}"${hint}`);
  }
  const { title, explanation, fix } = entry;
  return `${code}: ${title}\n\n${wrapped(explanation)}\n\nFix: ${wrapped(fix)}\n`;
}

/** `[gw1301]`, `1301` → `GW1301`, because that is how it is copied from a message. */
function asWritten(arg: string): string {
  const bare = arg.replaceAll(/[[\]]/g, '').toUpperCase();
  return /^\d+$/.test(bare) ? `GW${bare}` : bare;
}

const WIDTH = 88;

function wrapped(text: string): string {
  return text.replaceAll(new RegExp(`(.{1,${WIDTH}})(?: +|$)`, 'g'), '$1\n').trimEnd();
}
