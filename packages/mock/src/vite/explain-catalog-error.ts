import { CatalogFileError } from '../cli/catalog-file-error.ts';
import type { ErrorMessage } from './plugin.ts';

/**
 * Returns the error that Vite's overlay shows for a broken catalog file: every mistake, and the
 * place of the first.
 */
export function explainCatalogError(file: string, error: unknown): ErrorMessage['err'] {
  const message = error instanceof Error ? error.message : String(error);
  const [first] = error instanceof CatalogFileError ? error.problems : [];
  const isPlaced = first !== undefined && first.line > 0;
  return {
    message,
    stack: '',
    plugin: 'model-gateway',
    id: file,
    ...(isPlaced && { loc: { file, line: first.line, column: first.column } }),
  };
}
