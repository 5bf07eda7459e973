import path from 'node:path';
import type { FixtureError } from '@model-gateway/fixtures';
import type { ErrorMessage } from './plugin.ts';

/**
 * Returns the error that Vite's overlay shows for broken fixtures: every mistake, and the place of
 * the first.
 */
export function explainFixtureError(root: string, error: unknown): ErrorMessage['err'] {
  const message = error instanceof Error ? error.message : String(error);
  const [first] = isFixtureError(error) ? error.diagnostics : [];
  if (first === undefined) return { message, stack: '', plugin: 'model-gateway' };
  const file = path.resolve(root, first.file);
  const { line, column } = first;
  // Line 0 is the whole file.
  const loc = line > 0 ? { loc: { file, line, column } } : {};
  return { message, stack: '', plugin: 'model-gateway', id: file, ...loc };
}

/** By its name, because its package is only loaded when there are fixtures. */
function isFixtureError(error: unknown): error is FixtureError {
  return error instanceof Error && error.name === 'FixtureError';
}
