import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { HarImport } from '@model-gateway/fixtures';
import { oneOf } from './option-values.ts';

/** `model-gateway-mock har import` and `har export`. */
export async function harCommand(args: readonly string[]): Promise<number> {
  const [direction, ...rest] = args;
  if (direction === 'import') return importCommand(rest);
  if (direction === 'export') return exportCommand(rest);
  throw new Error(`har needs "import" or "export", got "${direction ?? ''}"`);
}

async function importCommand(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      out: { type: 'string' },
      'base-url': { type: 'string' },
      dialect: { type: 'string' },
      'keep-prompts': { type: 'boolean' },
    },
  });
  const [file, ...more] = positionals;
  const { out, 'keep-prompts': keepPrompts = false, 'base-url': baseURL } = values;
  if (file === undefined || more.length > 0) throw new Error('har import needs one archive');
  if (out === undefined) throw new Error('har import needs --out: the folder to write into');
  const dialect = oneOf('--dialect', values.dialect, ['gateway', 'openrouter']);
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
    // Nothing is asked of anybody, so it may be done anywhere.
    force: true,
  });
  const tally = new RecordingTally();
  for (const recorded of imported.exchanges) tally.kept(await sink.add(recorded), recorded.removed);
  for (const { because } of imported.ignored) tally.leftOut(because);
  process.stdout.write(`${upstream ?? file} into ${out}\n${tally.summary()}`);
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

/** A file that an archive names; only one beside it. Rejects for a symbolic link. */
async function attachmentBeside(file: string, name: string): Promise<Uint8Array | undefined> {
  const folder = path.resolve(path.dirname(file));
  const attachment = path.resolve(folder, name);
  if (path.dirname(attachment) !== folder) return undefined;
  const { readPlainFile } = await import('@model-gateway/fixtures/node');
  // The entry is then reported as one without a body.
  const bytes = await readPlainFile(attachment).catch(() => null);
  if (bytes === null) return undefined;
  if (bytes !== undefined) return new Uint8Array(bytes);
  throw new Error(
    `${file} names ${name}, which is a symbolic link or not a file; links are not followed [GW2019]`,
  );
}

async function exportCommand(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { out: { type: 'string' }, 'base-url': { type: 'string' } },
  });
  const { out, 'base-url': baseURL } = values;
  if (positionals.length === 0) throw new Error('har export needs the paths of fixtures');
  if (out === undefined) throw new Error('har export needs --out: the file to write');
  const [{ exportHar }, { loadFixtures }] = await Promise.all([
    import('@model-gateway/fixtures'),
    import('@model-gateway/fixtures/node'),
  ]);
  const { har, leftOut } = await exportHar(await loadFixtures(positionals), { baseURL });
  await writeFile(out, `${JSON.stringify(har, null, 2)}\n`);
  for (const { id, because } of leftOut) process.stderr.write(`left out ${id}: ${because}\n`);
  process.stdout.write(`written to ${out}\n`);
  return 0;
}
