import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const REPOSITORY = new URL('../../../../', import.meta.url);
const EXTRACT = new URL('fixtures/observed/catalog.json', REPOSITORY);
const BESIDE = new URL('../shared/data/catalog-2026-08.json', REPOSITORY);

/** A whole catalog of real models: the file that MODEL_GATEWAY_CATALOG names, or one beside the repository. */
export function wholeCatalogFile(): string | undefined {
  const given = process.env['MODEL_GATEWAY_CATALOG'];
  if (given !== undefined && given !== '') return resolve(given);
  return existsSync(BESIDE) ? fileURLToPath(BESIDE) : undefined;
}

/** The same, or else the checked-in extract: some forty of these models, without their names. */
export function observedCatalogFile(): string {
  return wholeCatalogFile() ?? fileURLToPath(EXTRACT);
}
