/** A function that says whether a value will do. It is only asked about values that are there. */
export type Predicate<Value> = (value: Value) => boolean;

/** Text that holds this text, or a list that has an item like this. */
export interface Contains<Item> {
  readonly contains: Item;
}

/**
 * What a value has to be like: the value itself, a predicate, for text a RegExp or
 * `{ contains: 'panda' }`, for objects the members that matter (`undefined`: must be absent), for
 * lists all their items in order, or `{ contains }` for one of them.
 */
export type Pattern<Value = unknown> = unknown extends Value
  ? AnyPattern
  : Predicate<Value> | PatternOf<Value>;

/** One of the union for each part of the union `Value`. */
type PatternOf<Value> = Value extends string
  ? Value | RegExp | Contains<string>
  : Value extends readonly (infer Item)[]
    ? readonly Pattern<Item>[] | Contains<Pattern<Item>>
    : Value extends object
      ? { readonly [Name in keyof Value]?: Pattern<Exclude<Value[Name], undefined>> | undefined }
      : Value;

type AnyPattern =
  | Predicate<unknown>
  | string
  | number
  | boolean
  | null
  | RegExp
  | readonly AnyPattern[]
  | { readonly [name: string]: AnyPattern | undefined };

/** What a query parameter or a header has to be like; numbers and true or false stand for their text. */
export type TextPattern = string | number | boolean | RegExp | Contains<string> | Predicate<string>;

/** Whether a JSON value is as a pattern of any kind says. */
export function isLike(value: unknown, pattern: unknown): boolean {
  if (pattern === undefined) return value === undefined;
  if (typeof pattern === 'function') return value !== undefined && holds(pattern, value);
  if (typeof value === 'string') return isTextLike(value, pattern);
  if (Array.isArray(value)) return isListLike(value, pattern);
  if (!isObject(value)) return Object.is(value, pattern);
  if (!isObject(pattern) || Array.isArray(pattern)) return false;
  const members = new Map<string, unknown>(Object.entries(value));
  return Object.entries(pattern).every(([name, wanted]) => isLike(members.get(name), wanted));
}

function isTextLike(text: string, pattern: unknown): boolean {
  if (!isObject(pattern)) return text === pattern;
  if (pattern instanceof RegExp) return text.search(pattern) !== -1;
  return 'contains' in pattern && text.includes(String(pattern.contains));
}

function isListLike(list: readonly unknown[], pattern: unknown): boolean {
  if (Array.isArray(pattern)) {
    return list.length === pattern.length && list.every((item, i) => isLike(item, pattern[i]));
  }
  if (!isObject(pattern) || !('contains' in pattern)) return false;
  return list.some((item) => isLike(item, pattern.contains));
}

/** Throws for a promise, which would always hold. */
function holds(predicate: object, value: unknown): boolean {
  // Every predicate takes one value; whether it is of the type that it wants is its own affair.
  const said = (predicate as Predicate<unknown>)(value);
  if (typeof said === 'boolean') return said;
  throw new TypeError(`a predicate of where() must return true or false, got ${String(said)}`);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
