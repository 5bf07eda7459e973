import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Command } from 'commander';
import type { DialectName } from '@model-gateway/core';
import type { HarImport } from '@model-gateway/fixtures';
import { dialectOption, keepPromptsOption } from './common-options.ts';
import type { Io } from './io.ts';

/** Adds `import` and its options to the command `har`. */
export function defineHarImport(parent: Command): Command {
  return parent
    .command('import')
    .description('convert a recording of a browser to fixtures')
    .argument('[file...]', 'the archive')
    .option('-o, --out <dir>', 'folder to write into')
    .option('--base-url <url>', 'base URL of the gateway in the archive; detected by default')
    .addOption(dialectOption('names that the gateway uses'))
    .addOption(keepPromptsOption());
}

interface ImportOptions {
  readonly out?: string;
  readonly baseUrl?: string;
  readonly dialect?: DialectName;
  readonly keepPrompts: boolean;
}

/** Converts an archive to fixtures. */
export async function importCommand(command: Command, { stdout }: Io): Promise<number> {
  const [file, ...more] = command.args;
  const { out, keepPrompts, dialect, baseUrl: baseURL } = command.opts<ImportOptions>();
  if (file === undefined || more.length > 0) throw new Error('har import needs one archive');
  if (out === undefined) throw new Error('har import needs --out: the folder to write into');
  const [{ createRedactor, importHar }, { createFileSink }, { RecordingTally }] = await Promise.all(
    [
      import('@model-gateway/fixtures'),
      import('@model-gateway/fixtures/node'),
      import('./recording-tally.ts'),
    ],
  );
  const imported = await importHar(parsed(file, await readFile(file, 'utf8')), {
    baseURL,
    redactor: createRedactor({ keepPrompts }),
    attachment: (name) => attachmentBeside(file, name),
  });
  if (imported.exchanges.length === 0) throw new Error(nothingIn(file, imported));
  const upstream = imported.baseURL?.replace(/^https?:\/\//, '');
  const sink = await createFileSink({
    dir: out,
    source: 'imported',
    upstream,
    dialect,
    keepsPrompts: keepPrompts,
    // It sends no requests, so it may run in CI.
    force: true,
  });
  const tally = new RecordingTally();
  for (const recorded of imported.exchanges) {
    const { change } = await sink.add(recorded);
    tally.kept(change, recorded.removed);
  }
  for (const { because } of imported.ignored) tally.leftOut(because);
  stdout.write(`${upstream ?? file} into ${out}\n${tally.summary()}`);
  return 0;
}

function parsed(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`${file} is not an HTTP archive: it is not JSON [GW2401]`, { cause });
  }
}

function nothingIn(file: string, { baseURL, ignored }: HarImport): string {
  if (baseURL === undefined) {
    return `${file} has no request to a gateway; pass its base URL as --base-url [GW2402]`;
  }
  const reasons = [...new Set(ignored.map(({ because }) => because))].join('; ');
  return `${file} has no exchange with ${baseURL} to keep: ${reasons} [GW2402]`;
}

/**
 * A file that an archive names; only one beside it, and none that is hidden, as `.env` is. Rejects for
 * a symbolic link.
 */
async function attachmentBeside(file: string, name: string): Promise<Uint8Array | undefined> {
  const folder = path.resolve(path.dirname(file));
  const attachment = path.resolve(folder, name);
  const isBeside = path.dirname(attachment) === folder;
  if (!isBeside || path.basename(attachment).startsWith('.')) return undefined;
  const { readPlainFile } = await import('@model-gateway/fixtures/node');
  // The entry is then reported as one without a body.
  const bytes = await readPlainFile(attachment).catch(() => null);
  if (bytes === null) return undefined;
  if (bytes !== undefined) return new Uint8Array(bytes);
  throw new Error(
    `${file} names ${name}, which is a symbolic link or not a file; links are not followed [GW2019]`,
  );
}
