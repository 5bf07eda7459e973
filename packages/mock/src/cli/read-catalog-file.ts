import { readFile } from 'node:fs/promises';
import { CatalogError, hashKey, parseCatalog } from '@model-gateway/core';
import { loadGoldenWorld, type World } from '@model-gateway/worlds';

export interface CatalogFile {
  readonly world: World;
  /** Ids that have signals and no model. */
  readonly unmatchedSignals: readonly string[];
}

/** The models of a catalog file in the golden world's accounts. Throws an error of one line that names the file and the place. */
export async function readCatalogFile(file: string): Promise<CatalogFile> {
  const text = await readText(file);
  try {
    const { entries, unmatchedSignals } = parseCatalog(text);
    const { destinations, members, assignments } = await loadGoldenWorld();
    return {
      world: {
        name: `from ${file}`,
        revision: hashKey(text),
        models: entries,
        destinations,
        members,
        assignments,
      },
      unmatchedSignals,
    };
  } catch (error) {
    throw inFile(file, error);
  }
}

/** Puts the file's name before what is wrong in it. */
export function inFile(file: string, error: unknown): unknown {
  return error instanceof CatalogError
    ? new Error(`${file}: ${error.message}`, { cause: error })
    : error;
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const reasons: Record<string, string> = {
      ENOENT: 'no such file',
      EISDIR: 'this is a folder; pass a JSON file',
      EACCES: 'permission denied',
    };
    throw new Error(`${file}: ${reasons[code ?? ''] ?? String(cause)}`, { cause });
  }
}
