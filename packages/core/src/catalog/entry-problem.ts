import { kindOf } from '../input/quote.ts';
import { isJsonObject } from '../json-value.ts';

/**
 * Returns what a value lacks to be an entry of a catalog, as the end of a sentence; undefined for an
 * entry, whose model may still be invalid.
 */
export function entryProblem(entry: unknown): string | undefined {
  if (!isJsonObject(entry)) return `is ${kindOf(entry)}; ${MADE_BY}`;
  if (isJsonObject(entry['model'])) return undefined;
  return 'id' in entry
    ? `is a model and not an entry { model, signals }; ${MADE_BY}`
    : `is an object without model; ${MADE_BY}`;
}

const MADE_BY = 'model() of @model-gateway/worlds and parseCatalog() of core make entries';
