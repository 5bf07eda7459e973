import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { CatalogError, parseCatalog, type CatalogEntry } from '@model-gateway/core';
import { codeOf } from '@model-gateway/core/kit';
import type { Administration } from '@model-gateway/sql';
import type { Command } from 'commander';
import { CommandError, type Io } from '../io.ts';
import { printResult } from '../output.ts';
import { withStore, withStoreOptions, type StoreFlags } from '../stores.ts';

interface ImportFlags extends StoreFlags {
  readonly replace?: boolean;
  readonly merge?: boolean;
}

/** `catalog import|export|diff` */
export function defineCatalog(program: Command, io: Io): void {
  const catalog = program
    .command('catalog')
    .description('import, export and compare the models of the store');
  withStoreOptions(catalog.command('import <file>'))
    .description('put a catalog file into the store, in one step; --replace is the default')
    .option('--replace', 'the catalog is this file and nothing else')
    .option('--merge', 'add or replace the models of the file, and keep the others')
    .action((file: string, flags: ImportFlags) => importFile(file, flags, io));
  withStoreOptions(catalog.command('export [file]'))
    .description('write the catalog as a file, or to standard output')
    .action((file: string | undefined, flags: StoreFlags) => exportFile(file, flags, io));
  withStoreOptions(catalog.command('diff <file>'))
    .description('what importing a file with --replace would change')
    .action((file: string, flags: StoreFlags) => diff(file, flags, io));
}

interface Changes {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

async function importFile(file: string, flags: ImportFlags, io: Io): Promise<void> {
  if (flags.merge === true && flags.replace === true) {
    throw new CommandError('choose --replace or --merge, not both');
  }
  const entries = await readEntries(file, io);
  const mode = flags.merge === true ? 'merge' : 'replace';
  const result = await withStore(flags, io, async (admin) => {
    const { added, changed, removed } = changesOf(await storedTexts(admin), entries);
    const { models, revision } = await ofFile(file, admin.catalog.import(entries, { mode }));
    const gone = mode === 'merge' ? 0 : removed.length;
    return { models, added: added.length, changed: changed.length, removed: gone, revision };
  });
  printResult(io, flags.json, result);
}

async function exportFile(file: string | undefined, flags: StoreFlags, io: Io): Promise<void> {
  const { data, signals } = await withStore(flags, io, async (admin) => {
    const models: unknown[] = [];
    const signalsById: Record<string, unknown> = {};
    for await (const entry of admin.catalog.export()) {
      models.push(entry.model);
      if (Object.keys(entry.signals).length > 0) signalsById[entry.model.id] = entry.signals;
    }
    return { data: models, signals: signalsById };
  });
  const text = JSON.stringify({ data, signals }, null, 2);
  if (file === undefined) return io.print(text);
  await writeFile(path.resolve(io.folder, file), `${text}\n`);
  printResult(io, flags.json, { file, models: data.length });
}

async function diff(file: string, flags: StoreFlags, io: Io): Promise<void> {
  const entries = await readEntries(file, io);
  const changes = await withStore(flags, io, async (admin) =>
    changesOf(await storedTexts(admin), entries),
  );
  if (flags.json === true) return printResult(io, true, changes);
  for (const [mark, ids] of [
    ['+', changes.added],
    ['~', changes.changed],
    ['-', changes.removed],
  ] as const) {
    for (const id of ids) io.print(`${mark} ${id}`);
  }
}

async function readEntries(file: string, io: Io): Promise<readonly CatalogEntry[]> {
  let text: string;
  try {
    text = await readFile(path.resolve(io.folder, file), 'utf8');
  } catch (error) {
    const code = codeOf(error) ?? '';
    throw new CommandError(`${file} cannot be read (${code})`, { cause: error });
  }
  try {
    return parseCatalog(text).entries;
  } catch (error) {
    throw ofCatalog(file, error);
  }
}

/** Rejects with the name of the file before the place of a mistake in it. */
function ofFile<Result>(file: string, importing: Promise<Result>): Promise<Result> {
  return importing.catch((error: unknown) => {
    throw error instanceof CatalogError ? ofCatalog(file, error) : error;
  });
}

function ofCatalog(file: string, error: unknown): CommandError {
  const reason = error instanceof Error ? error.message : String(error);
  return new CommandError(`${file}: ${reason}`, { cause: error });
}

/** Returns the stored models as text, by id. */
async function storedTexts(admin: Administration): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for await (const entry of admin.catalog.export())
    texts.set(entry.model.id, JSON.stringify(entry));
  return texts;
}

function changesOf(stored: ReadonlyMap<string, string>, entries: readonly CatalogEntry[]): Changes {
  const added: string[] = [];
  const changed: string[] = [];
  const wanted = new Set<string>();
  for (const { model, signals } of entries) {
    wanted.add(model.id);
    const before = stored.get(model.id);
    if (before === undefined) added.push(model.id);
    else if (before !== JSON.stringify({ model, signals })) changed.push(model.id);
  }
  return { added, changed, removed: [...stored.keys()].filter((id) => !wanted.has(id)) };
}
