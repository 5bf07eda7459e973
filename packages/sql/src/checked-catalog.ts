import { createHash } from 'node:crypto';
import { CATALOG_RULES } from '@model-gateway/core';

interface CatalogText {
  readonly model: string;
  readonly signals: string;
}

/**
 * Returns the mark of rows that were checked, in their order: the number of the rules and a digest.
 * It is the end of the revision that they get, so that they are not checked at every start, unless
 * anything else than an import has changed them.
 */
export function markOf(rows: readonly CatalogText[]): string {
  const hash = createHash('sha256');
  // JSON in one line has no line break. Joined, the texts would be copied.
  for (const { model, signals } of rows) {
    hash.update(model).update('\n').update(signals).update('\n');
  }
  return `.${CATALOG_RULES}.${hash.digest('base64url').slice(0, DIGEST_LENGTH)}`;
}

/** 132 bits guard against accidents only: anyone who can write to the database can forge the mark. */
const DIGEST_LENGTH = 22;

/** Whether rows are those that got this revision after they were checked. */
export function areChecked(revision: string, rows: readonly CatalogText[]): boolean {
  return revision.includes('.') && revision.endsWith(markOf(rows));
}
