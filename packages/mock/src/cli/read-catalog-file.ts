import { readFile } from 'node:fs/promises';
import { CatalogError, hashKey, parseCatalog, type CatalogProblem } from '@model-gateway/core';
import { loadGoldenWorld, type World } from '@model-gateway/worlds';
import { explainCatalog } from './catalog-file-error.ts';
import { toMockModels } from './to-mock-models.ts';

export interface CatalogFile {
  readonly world: World;
  /** Ids that have signals and no model. */
  readonly unmatchedSignals: readonly string[];
  /** Adds the place in the file to an error of the catalog; returns other errors unchanged. */
  explain(error: unknown): Promise<unknown>;
}

/**
 * Reads the models of a catalog file into the golden world's accounts. A model may be whole, or as
 * `model()` takes it. Throws `CatalogFileError`, with everything that is wrong and its place.
 */
export async function readCatalogFile(file: string): Promise<CatalogFile> {
  const text = await readText(file);
  const explain = (error: unknown) => explainCatalog(file, text, error);
  try {
    const { entries, unmatchedSignals } = parseCatalog(text);
    const { models, problems } = toMockModels(entries);
    refuse(problems);
    const { destinations, members, assignments } = await loadGoldenWorld();
    const world = { name: `from ${file}`, revision: hashKey(text), models };
    return { world: { ...world, destinations, members, assignments }, unmatchedSignals, explain };
  } catch (error) {
    throw await explain(error);
  }
}

function refuse(problems: readonly CatalogProblem[]): void {
  const [first] = problems;
  if (first !== undefined) throw new CatalogError(first.path, first.message, problems);
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
