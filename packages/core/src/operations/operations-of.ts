import { parse } from 'path-to-regexp';
import { checkOperation } from './check-operation.ts';
import type { AnyOperation } from './operation.ts';
import { OPERATIONS } from './index.ts';

/**
 * Returns the gateway's operations and then the host's own. Throws a `TypeError` for one that no
 * request could reach, or that could not be distinguished from another.
 */
export function operationsOf(own: readonly AnyOperation[]): readonly AnyOperation[] {
  const operations: AnyOperation[] = [...OPERATIONS];
  for (const [position, operation] of own.entries()) {
    checkOperation(operation, position);
    const problem = problemOf(operation, operations);
    if (problem !== undefined) throw new TypeError(`operation "${operation.id}" ${problem}`);
    operations.push(operation);
  }
  return operations;
}

/** Ids travel in headers, in JSON and in documents. */
const ID = /^[A-Za-z][\w.-]{0,63}$/;
/** What records, options and journals call requests of no operation. */
const RESERVED: readonly string[] = ['passThrough', 'unhandled'];
const METHODS: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

function problemOf(
  { id, method, path, params }: AnyOperation,
  others: readonly AnyOperation[],
): string | undefined {
  if (!ID.test(id)) {
    return 'must have an id of 1 to 64 letters, digits, ".", "_" and "-" that begins with a letter';
  }
  if (RESERVED.includes(id)) return 'has an id that is reserved for requests of no operation';
  if (others.some((other) => other.id === id)) return 'has the id of another operation';
  if (!METHODS.includes(method)) {
    return `must have the method ${METHODS.join(', ')}, got ${JSON.stringify(method)}`;
  }
  const same = others.find((other) => other.method === method && other.path === path);
  if (same !== undefined) return `is ${method} ${path}, which "${same.id}" answers already`;
  if (!path.startsWith('/')) return `must have a path that begins with a slash, got "${path}"`;
  const inPath = parametersIn(path);
  if (inPath === undefined)
    return `has a path with something other than text and :names: "${path}"`;
  const known = Object.keys(params.entries);
  const missing = inPath.find((name) => !known.includes(name));
  if (missing !== undefined) return `has :${missing} in its path, but not in params`;
  const unused = known.find((name) => !inPath.includes(name));
  return unused === undefined ? undefined : `has ${unused} in params, but not in its path`;
}

/** Returns the names of a path's parameters; undefined for a path with other patterns. */
function parametersIn(path: string): readonly string[] | undefined {
  const names: string[] = [];
  for (const token of tokensIn(path)) {
    if (token.type === 'param') names.push(token.name);
    else if (token.type !== 'text') return undefined;
  }
  return names;
}

function tokensIn(path: string) {
  try {
    return parse(path).tokens;
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new TypeError(`the path "${path}" of an operation is invalid: ${message}`, { cause });
  }
}
