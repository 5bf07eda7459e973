import { modelFromLookAlike } from '../dialect/dialect.ts';
import { placeOfJsonError } from '../input/json-error.ts';
import { kindOf } from '../input/quote.ts';
import { isJsonObject } from '../json-value.ts';
import { CatalogError } from './check.ts';
import type { CatalogEntry } from '../resources/catalog-entry.ts';

/** The models of a catalog file. */
export interface ParsedCatalog {
  readonly entries: readonly CatalogEntry[];
  /** Ids with signals but without a model; probably typos. */
  readonly unmatchedSignals: readonly string[];
}

/**
 * Reads the text of a catalog file, `{"data": [Model…], "signals": {"<id>": {…}}}`, signals
 * optional, a bare array of models accepted, look-alike names accepted. Throws `CatalogError`
 * naming the place when the text is not JSON or not of that form; the models themselves are
 * checked when they are indexed. Source: contract §3.2, §7.
 */
export function parseCatalog(text: string): ParsedCatalog {
  const file = parseJson(text);
  const data = Array.isArray(file) ? file : member(file, 'data');
  if (!Array.isArray(data)) {
    throw new CatalogError('data', `expected a list of models, got ${kindOf(data)}`);
  }
  const signals = member(file, 'signals') ?? {};
  if (!isJsonObject(signals)) {
    throw new CatalogError('signals', `expected an object by model id, got ${kindOf(signals)}`);
  }
  const entries = data.map((model: unknown, position): CatalogEntry => {
    const id = member(model, 'id');
    if (typeof id !== 'string') {
      throw new CatalogError(`data[${position}].id`, `expected text, got ${kindOf(id)}`);
    }
    // Types are established by checkCatalog, which every entry passes before it is served.
    return {
      model: modelFromLookAlike(model),
      signals: Object.hasOwn(signals, id) ? member(signals, id) : {},
    } as CatalogEntry;
  });
  const ids = new Set(entries.map(({ model }) => model.id));
  return { entries, unmatchedSignals: Object.keys(signals).filter((id) => !ids.has(id)) };
}

function parseJson(text: string): unknown {
  // Editors on Windows put a byte order mark in front.
  const json = text.replace(/^\uFEFF/, '');
  try {
    return JSON.parse(json);
  } catch {
    const { line, column } = placeOfJsonError(json);
    throw new CatalogError(`line ${line}, column ${column}`, 'not valid JSON');
  }
}

function member(value: unknown, key: string): unknown {
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}
