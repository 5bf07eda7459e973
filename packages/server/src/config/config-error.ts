import { printable } from '../printable.ts';

/** One mistake in a configuration. */
export interface ConfigProblem {
  /** Counted from 1; undefined for a configuration that is not a file. */
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  /** The mistake, what is allowed, and the nearest name. */
  readonly message: string;
}

/** A longer list would hide the first ones. */
const MOST_SHOWN = 20;

/** A configuration that cannot be used. The message names every mistake, one per line. */
export class ConfigError extends Error {
  /** In the order of the file. */
  readonly problems: readonly ConfigProblem[];

  /** `source` is the file's name as the user gave it; `more` counts problems that are not listed. */
  constructor(source: string, problems: readonly ConfigProblem[], more = 0) {
    const inOrder = problems.toSorted(inOrderOfFile);
    const shown = inOrder.slice(0, MOST_SHOWN).map((problem) => inOneLine(source, problem));
    const hidden = problems.length - shown.length + more;
    if (hidden > 0) shown.push(`${source}: ${hidden} more problem${hidden === 1 ? '' : 's'}`);
    super(shown.join('\n'));
    this.name = 'ConfigError';
    this.problems = inOrder;
  }
}

/** What is not in the file comes last. */
function inOrderOfFile(one: ConfigProblem, other: ConfigProblem): number {
  const { line = Number.MAX_SAFE_INTEGER, column = 0 } = one;
  const { line: otherLine = Number.MAX_SAFE_INTEGER, column: otherColumn = 0 } = other;
  return line - otherLine || column - otherColumn;
}

/** `model-gateway.yaml:3:5: server.prot is unknown; did you mean "port"?` */
function inOneLine(source: string, { line, column, message }: ConfigProblem): string {
  const place = [source, line, column].filter((part) => part !== undefined).join(':');
  // A member's name may hold anything.
  return printable(`${place}: ${message}`);
}
