/** A function that says whether a value will do. It is only asked about values that exist. */
export type Predicate<Value> = (value: Value) => boolean;

/** Text that holds this text, or a list that has an item like this. */
export interface Contains<Item> {
  readonly contains: Item;
}

/** Text in which a regular expression is found: data, where a RegExp is code. */
export interface Matches {
  readonly matches: string;
  /** As in JavaScript. */
  readonly flags?: string | undefined;
}

/** Matchers for a value of any kind: written in its place, as objects with this one member. */
export type ValueMatcher<Value> =
  /** Anything that exists. */
  | { readonly any: true }
  /** Not there; in code `undefined` is the same. */
  | { readonly absent: true }
  | { readonly oneOf: readonly Value[] }
  /** Exactly this value, without other members, whatever they are called. */
  | { readonly equals: Value };

/**
 * A pattern for a value: the value itself, a matcher, a predicate, for text a RegExp or `{
 * contains: 'panda' }`, for objects the members that matter (`undefined`: must be absent), for
 * lists all their items in order, or `{ contains }` for one of them.
 */
export type Pattern<Value = unknown> = unknown extends Value
  ? AnyPattern
  : Predicate<Value> | PatternOf<Value> | ValueMatcher<Value>;

/** One of the union for each part of the union `Value`. */
type PatternOf<Value> = Value extends string
  ? Value | RegExp | Contains<string> | Matches
  : Value extends readonly (infer Item)[]
    ? readonly Pattern<Item>[] | Contains<Pattern<Item>>
    : Value extends object
      ? MembersOf<Value> | { readonly including: MembersOf<Value> }
      : Value;

type MembersOf<Value> = {
  readonly [Name in keyof Value]?: Pattern<Exclude<Value[Name], undefined>> | undefined;
};

type AnyPattern =
  | Predicate<unknown>
  | string
  | number
  | boolean
  | null
  | RegExp
  | readonly AnyPattern[]
  | { readonly [name: string]: AnyPattern | undefined };

/** A pattern for a query parameter or a header; numbers and true or false stand for their text. */
export type TextPattern =
  | string
  | number
  | boolean
  | RegExp
  | Contains<string>
  | Matches
  | ValueMatcher<string | number | boolean>
  | Predicate<string>;
