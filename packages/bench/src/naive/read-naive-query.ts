import type { NaiveQuery } from './naive-query.ts';

/** Reads a query string the short way: everything is taken on trust. */
export function readNaiveQuery(search: URLSearchParams): NaiveQuery {
  const query: Record<string, string | number | string[]> = {};
  for (const [name, text] of search) {
    if (LISTS.has(name)) query[name] = text.split(',');
    else query[name] = TEXTS.has(name) ? text : Number(text);
  }
  return query;
}

const LISTS = new Set(['supported_parameters', 'input_modalities', 'output_modalities']);
const TEXTS = new Set(['sort', 'q']);
