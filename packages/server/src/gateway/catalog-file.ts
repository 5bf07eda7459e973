import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parseCatalog } from '@model-gateway/core';
import { codeOf } from '@model-gateway/core/kit';
import type { Administration } from '@model-gateway/sql';

export interface CatalogFileImport {
  readonly revision: string;
  readonly models: number;
}

/** Imports a catalog file into the store whenever its content differs from the last import. */
export class CatalogFile {
  readonly #file: string;
  readonly #admin: Administration;
  #imported: string | undefined;

  constructor(file: string, admin: Administration) {
    this.#file = file;
    this.#admin = admin;
  }

  /**
   * Imports the file; undefined when it is the same as before. Rejects for a file that is not a
   * catalog, and then the store keeps what it has.
   */
  async refresh(): Promise<CatalogFileImport | undefined> {
    const text = await this.#text();
    const digest = createHash('sha256').update(text).digest('hex');
    if (digest === this.#imported) return undefined;
    const { revision, models } = await this.#admin.catalog.import(this.#entriesOf(text));
    this.#imported = digest;
    return { revision, models };
  }

  #entriesOf(text: string) {
    try {
      return parseCatalog(text).entries;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`the catalog file ${this.#file}: ${reason}`, { cause: error });
    }
  }

  async #text(): Promise<string> {
    try {
      return await readFile(this.#file, 'utf8');
    } catch (error) {
      const code = codeOf(error) ?? '';
      throw new Error(`the catalog file ${this.#file} cannot be read (${code})`, { cause: error });
    }
  }
}
