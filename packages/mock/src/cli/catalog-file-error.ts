import { CatalogError } from '@model-gateway/core';
import type { SourceMap } from '@model-gateway/fixtures';

/** A problem in a catalog file; line and column start at 1, and are 0 where they are unknown. */
export interface CatalogFileProblem {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** Thrown for a file that is not a catalog. The message is a line for each problem. */
export class CatalogFileError extends Error {
  readonly problems: readonly CatalogFileProblem[];

  constructor(file: string, problems: readonly CatalogFileProblem[], cause: unknown) {
    super(problems.map((problem) => inLine(file, problem)).join('\n'), { cause });
    this.name = 'CatalogFileError';
    this.problems = problems;
  }
}

function inLine(file: string, { line, column, message }: CatalogFileProblem): string {
  return line === 0 ? `${file}: ${message}` : `${file}:${line}:${column} ${message}`;
}

/** Adds the places in the file to a `CatalogError`; returns any other error unchanged. */
export async function explainCatalog(file: string, text: string, error: unknown): Promise<unknown> {
  if (!(error instanceof CatalogError)) return error;
  const [, line, column] = LINE_AND_COLUMN.exec(error.path) ?? [];
  if (line !== undefined) {
    const place = { line: Number(line), column: Number(column) };
    const problems = error.problems.map(({ message }) => ({ ...place, message }));
    return new CatalogFileError(file, problems, error);
  }
  const places = await placesIn(text);
  const problems = error.problems.map(({ path, message }) => ({
    ...places(path),
    message: `${path}: ${message}`,
  }));
  return new CatalogFileError(file, problems.toSorted(byPlace), error);
}

/** Of a text that is not JSON at all. */
const LINE_AND_COLUMN = /^line (\d+), column (\d+)$/;

function byPlace(a: CatalogFileProblem, b: CatalogFileProblem): number {
  return a.line - b.line || a.column - b.column;
}

async function placesIn(text: string): Promise<(path: string) => { line: number; column: number }> {
  // Only here, because it takes a YAML parser, which reads JSON, too.
  const { createSourceMap } = await import('@model-gateway/fixtures');
  let map: SourceMap;
  try {
    map = createSourceMap({ file: '', text });
  } catch {
    return () => ({ line: 0, column: 0 });
  }
  // A bare list is what `data` is otherwise.
  const isList = text
    .trimStart()
    .replace(/^\uFEFF\s*/, '')
    .startsWith('[');
  return (path) => {
    const steps = stepsOf(path);
    const { line, column } = map.place(isList && steps[0] === 'data' ? steps.slice(1) : steps);
    return { line, column };
  };
}

/** `signals["a/b"].regions[0]` → `signals`, `a/b`, `regions`, 0 */
function stepsOf(path: string): readonly (string | number)[] {
  return Array.from(path.matchAll(/\["(.*?)"\]|\[(\d+)\]|([^.[\]]+)/g), ([, quoted, index, name]) =>
    index === undefined ? (quoted ?? name ?? '') : Number(index),
  );
}
