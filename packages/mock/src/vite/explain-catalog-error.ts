import { CatalogError } from '@model-gateway/core';
import type { ErrorMessage } from './plugin.ts';

const LINE_AND_COLUMN = /^line (\d+), column (\d+)$/;

/** What Vite's overlay says of a broken catalog file: where it is, and what is wrong there. */
export function explainCatalogError(file: string, error: unknown): ErrorMessage['err'] {
  const message = error instanceof Error ? error.message : String(error);
  const cause = error instanceof Error ? error.cause : undefined;
  const place = cause instanceof CatalogError ? LINE_AND_COLUMN.exec(cause.path) : null;
  return {
    message,
    stack: '',
    plugin: 'model-gateway',
    id: file,
    ...(place && { loc: { file, line: Number(place[1]), column: Number(place[2]) } }),
  };
}
