import { isMap, isNode, isPair, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import { ConfigError, type ConfigProblem } from './config-error.ts';

/** A configuration file as it was read. */
export interface ConfigDocument {
  readonly value: unknown;
  /** Returns where a member is written, by its keys from the root, or else its nearest parent. */
  placeOf(keys: readonly (string | number)[]): Pick<ConfigProblem, 'line' | 'column'>;
}

/**
 * Reads YAML 1.2, and with it JSON. Throws `ConfigError` for text that is neither, for a member that
 * is written twice, and for an empty file: editors leave one for a moment while they write, and a
 * gateway that reloads then would lose its providers.
 */
export function readConfigDocument(text: string, source: string): ConfigDocument {
  if (text.trim() === '') {
    throw new ConfigError(source, [{ message: 'is empty; write {} for defaults alone' }]);
  }
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const place = (offset: number | undefined) => {
    if (offset === undefined) return {};
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
  if (document.errors.length > 0) {
    const problems = document.errors.map(({ code, message, pos }) => ({
      ...place(pos[0]),
      message:
        code === 'DUPLICATE_KEY'
          ? `${nameAt(text, pos[0])} is there a second time; write what both hold in one place`
          : `not valid YAML or JSON: ${message}`,
    }));
    throw new ConfigError(source, problems);
  }
  return {
    value: valueOf(document, source),
    placeOf: (keys) => place(offsetOf(document.contents, keys)),
  };
}

/** The name of a member that begins at `offset`. */
function nameAt(text: string, offset: number): string {
  return /^["']?([\w.-]+)/.exec(text.slice(offset, offset + 60))?.[1] ?? 'a member';
}

function valueOf(document: ReturnType<typeof parseDocument>, source: string): unknown {
  try {
    // A file of comments only is a configuration of defaults.
    return document.toJS({ maxAliasCount: 100 }) ?? {};
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(source, [{ message: `not a usable configuration: ${reason}` }]);
  }
}

/** The start of the member's name, or of an item of a list. */
function offsetOf(contents: unknown, keys: readonly (string | number)[]): number | undefined {
  let node = contents;
  let offset = isNode(node) ? node.range?.[0] : undefined;
  for (const key of keys) {
    const next: unknown = isMap(node)
      ? node.items.find(({ key: name }) => isScalar(name) && String(name.value) === String(key))
      : isSeq(node)
        ? node.items[Number(key)]
        : undefined;
    if (next === undefined) return offset;
    const at = isPair(next) ? next.key : next;
    if (isNode(at)) offset = at.range?.[0] ?? offset;
    node = isPair(next) ? next.value : next;
  }
  return offset;
}
