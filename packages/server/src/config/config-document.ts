import { Lexer, LineCounter, parseDocument, type YAMLError } from 'yaml';
import { ConfigError, type ConfigProblem } from './config-error.ts';
import type { Place } from './place.ts';
import { placesIn } from './places.ts';

/** A configuration file as it was read: data that may go from one thread to another. */
export interface ConfigDocument {
  readonly value: unknown;
  /** Where each member is written. */
  readonly place: Place;
}

/**
 * Names, values and the marks between them, of which a line such as `port: 4000` has seven: room for
 * ten thousand lines. What they cost is linear in their number.
 */
const MOST_TOKENS = 100_000;

/** The same value in many places; each is a value to check. */
const MOST_ALIASES = 100;

/**
 * Reads YAML 1.2, and with it JSON. Throws `ConfigError` for text that is neither, for a member that
 * is written twice, for more than 100,000 tokens or 100 aliases, and for an empty file: editors leave
 * one for a moment while they write, and a gateway that reloads then would lose its providers. Time
 * and memory are linear in the text.
 */
export function readConfigDocument(text: string, source: string): ConfigDocument {
  if (text.trim() === '') {
    throw new ConfigError(source, [{ message: 'is empty; write {} for defaults alone' }]);
  }
  if (hasMoreTokens(text, MOST_TOKENS)) {
    const message = `a configuration has at most ${MOST_TOKENS} names, values and marks, this has more`;
    throw new ConfigError(source, [{ message }]);
  }
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    // It would compare each name with all before it; `placesIn` looks each up instead.
    uniqueKeys: false,
    // Also for a file that says it is YAML 1.1, where << merges maps, each as often as it is named.
    schema: 'core',
    merge: false,
  });
  const place = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
  if (document.errors.length > 0) {
    throw new ConfigError(
      source,
      document.errors.map((error) => notYaml(error, place)),
    );
  }
  const { root, problems, aliases } = placesIn(document.contents, place);
  if (problems.length > 0) throw new ConfigError(source, problems);
  if (aliases > MOST_ALIASES) {
    const message = `a configuration has at most ${MOST_ALIASES} aliases, this has ${aliases}`;
    throw new ConfigError(source, [{ message }]);
  }
  return { value: valueOf(document, source), place: root };
}

/** Reads no more than it has to. */
function hasMoreTokens(text: string, most: number): boolean {
  let count = 0;
  for (const _token of new Lexer().lex(text)) if (++count > most) return true;
  return false;
}

function notYaml(
  { message, pos: [offset] }: YAMLError,
  place: (offset: number) => Pick<ConfigProblem, 'line' | 'column'>,
): ConfigProblem {
  return { ...place(offset), message: `not valid YAML or JSON: ${message}` };
}

function valueOf(document: ReturnType<typeof parseDocument>, source: string): unknown {
  try {
    // A file of comments only is a configuration of defaults.
    return document.toJS({ maxAliasCount: MOST_ALIASES }) ?? {};
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(source, [{ message: `not a usable configuration: ${reason}` }]);
  }
}
