import * as v from 'valibot';
import type { RequestIssue } from '../errors.ts';
import { isJsonObject } from '../json-value.ts';
import { chosenShape, wordsOfChoice } from './chosen-shape.ts';
import { describeSchema, isPicklist, unwrap } from './describe-schema.ts';
import { fitsAsItIs } from './fits-as-it-is.ts';
import { IssueList } from './issue-list.ts';
import { kindOf, quoteValue } from './quote.ts';
import { shapeOf, type Shape } from './schema-shape.ts';

/** A body that matches its schema, or what is wrong with it. */
export type BodyReading =
  | { readonly ok: true; readonly body: unknown }
  | {
      readonly ok: false;
      /** The first 100 problems. */
      readonly issues: readonly RequestIssue[];
      /** How many more there are. */
      readonly more: number;
    };

/** Options of `createBodyCheck`. */
export interface BodyCheckOptions {
  readonly schema: v.GenericSchema;
  /** Members whose values errors never repeat; they name only the kind. None by default. */
  readonly secrets?: readonly string[] | undefined;
  /**
   * Whether numbers past 2^53-1 keep their digits in members that the schema does not name or
   * describe, which are passed on. `JSON.stringify` writes them; they are no numbers to JavaScript.
   */
  readonly exact?: boolean | undefined;
  /**
   * When set, members that the schema does not name are refused, which the contract lets pass. A
   * message about an unknown name or word ends with the text that this returns: "; did you mean
   * …?".
   */
  readonly strict?: ((given: string, known: readonly string[]) => string) | undefined;
}

/**
 * Prepares checking of bodies: a sentence for each problem, with the place, what is allowed and
 * what was given. Time and memory are linear in the body, whatever is wrong with it: each value is
 * visited once, a list that is too long not at all, and problems past the first 100 are only
 * counted.
 */
export function createBodyCheck(options: BodyCheckOptions): (value: unknown) => BodyReading {
  const { schema, strict } = options;
  return (value) => {
    // Nearly all do, of those that clients send.
    if (strict === undefined && fitsAsItIs(schema)(value)) return { ok: true, body: value };
    const problems = new ProblemSearch(options);
    problems.lookAt(value, shapeOf(schema));
    if (problems.list.isEmpty) {
      const result = v.safeParse(schema, value, { abortEarly: true });
      if (result.success) return { ok: true, body: result.output };
      // Rules for the object as a whole, across several members.
      problems.addIssues(result.issues, undefined);
    }
    const { issues, more } = problems.list;
    return { ok: false, issues, more };
  };
}

/** Finds everything that is wrong with one body. */
class ProblemSearch {
  readonly list = new IssueList();
  readonly #secrets: readonly string[];
  readonly #strict: BodyCheckOptions['strict'];
  /** The current place. */
  readonly #path: (string | number)[] = [];

  constructor({ secrets = [], strict }: BodyCheckOptions) {
    this.#secrets = secrets;
    this.#strict = strict;
  }

  lookAt(value: unknown, shape: Shape): void {
    if (value === null && shape.nullable) return;
    switch (shape.kind) {
      case 'anything':
        break;
      case 'leaf':
        this.#lookAtLeaf(value, shape.schema);
        break;
      case 'list':
        this.#lookAtList(value, shape);
        break;
      case 'choice': {
        const chosen = chosenShape(shape, value);
        if (chosen === undefined) this.#refuseChoice(value, shape);
        else this.lookAt(value, chosen);
        break;
      }
      case 'object':
        if (!this.#isObject(value, shape)) break;
        if (this.#strict !== undefined || shape.isClosed) this.#lookForStrangers(value, shape);
        for (const [name, member] of shape.members) {
          this.#lookAtMember(name, Object.hasOwn(value, name) ? value[name] : undefined, member);
        }
        break;
      case 'record':
        if (!this.#isObject(value, shape)) break;
        for (const name of Object.keys(value)) this.#lookAtMember(name, value[name], shape.values);
    }
  }

  #lookAtMember(key: string | number, value: unknown, shape: Shape): void {
    // Most members are left out, and that costs nothing.
    if (value === undefined && shape.optional) return;
    this.#path.push(key);
    this.lookAt(value, shape);
    this.#path.pop();
  }

  #lookAtLeaf(value: unknown, schema: v.GenericSchema): void {
    const { issues } = v.safeParse(schema, value, FIRST_OF_EACH);
    if (issues !== undefined) this.addIssues(issues, schema);
  }

  #lookAtList(value: unknown, shape: Shape & { readonly kind: 'list' }): void {
    if (!Array.isArray(value)) return this.#refuse(value, shape);
    if (value.length < shape.least || value.length > shape.most) {
      const allowed = describeSchema(shape.schema);
      return this.#add((path) => `${path} must be ${allowed}, got ${value.length}`);
    }
    // Not by entries: a pair for each of thousands of items is most of what a check would leave behind.
    for (let position = 0; position < value.length; position++) {
      this.#lookAtMember(position, value[position], shape.items);
    }
  }

  /** Adds the problem of a value that matches no alternative. */
  #refuseChoice(value: unknown, shape: Shape & { readonly kind: 'choice' }): void {
    const [name, words] = (isJsonObject(value) && wordsOfChoice(shape)) || [];
    if (name === undefined || !isJsonObject(value)) return this.#refuse(value, shape);
    const member = Object.hasOwn(value, name) ? value[name] : undefined;
    this.#path.push(name);
    this.#refuse(member, { ...shape, schema: v.picklist(words ?? []) });
    this.#path.pop();
  }

  /** Returns whether `value` is an object; schemas take a list for one, and we do not. */
  #isObject(value: unknown, shape: Shape): value is Readonly<Record<string, unknown>> {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return true;
    this.#refuse(value, shape);
    return false;
  }

  #lookForStrangers(value: object, { members }: Shape & { readonly kind: 'object' }): void {
    const known = [...members.keys()];
    for (const name of Object.keys(value)) {
      if (members.has(name)) continue;
      this.#path.push(name);
      this.#add((path) => {
        const hint = this.#strict?.(name, known) || `: expected ${known.join(', ')}`;
        return `${path} is unknown${hint}`;
      });
      this.#path.pop();
    }
  }

  /** Adds the problem of a value whose kind is not the schema's. */
  #refuse(value: unknown, { schema }: Shape): void {
    this.#add((path) => {
      const allowed = describeSchema(schema);
      if (value === undefined) return `${path} is required and must be ${allowed}`;
      return `${path} must be ${allowed}, got ${this.#isSecret(this.#path) ? kindOf(value) : given(value)}`;
    });
  }

  /** Adds what a schema found wrong at this place, or inside it where `schema` is undefined. */
  addIssues(issues: readonly v.BaseIssue<unknown>[], schema: v.GenericSchema | undefined): void {
    for (const issue of issues) {
      this.list.add(() => {
        const path = [...this.#path, ...(issue.path ?? []).map(({ key }) => key)];
        const expected = issue.path === undefined ? schema : undefined;
        const isSecret = this.#isSecret(path);
        const text = textOf(path);
        const hint = isSecret ? '' : hintOf(issue.input, expected, this.#strict);
        return { path: text, message: sentence(text, issue, expected, isSecret) + hint };
      });
    }
  }

  #add(message: (path: string) => string): void {
    this.list.add(() => {
      const path = textOf(this.#path);
      return { path, message: message(path) };
    });
  }

  /** A body that is not an object may be a secret in the wrong place. */
  #isSecret([first]: readonly unknown[]): boolean {
    return typeof first !== 'string' || this.#secrets.includes(first);
  }
}

/** One problem per value is enough. */
const FIRST_OF_EACH = { abortPipeEarly: true };

const WHOLE_BODY = 'body';
/** Names in records are the client's, and are not repeated at any length. */
const LONGEST_NAME = 80;

function textOf(keys: readonly unknown[]): string {
  return keys.map(step).join('').replace(/^\./, '') || WHOLE_BODY;
}

function step(key: unknown): string {
  return typeof key === 'number' ? `[${key}]` : `.${String(key).slice(0, LONGEST_NAME)}`;
}

/** Checks whose messages end the sentence. */
const OWN_WORDS: ReadonlySet<string> = new Set(['never', 'check', 'not_value']);

function sentence(
  path: string,
  issue: v.BaseIssue<unknown>,
  schema: v.GenericSchema | undefined,
  isSecret: boolean,
): string {
  if (OWN_WORDS.has(issue.type)) return `${path} ${issue.message}`;
  // Of another library.
  if (issue.type === 'raw_transform') return `${path}: ${issue.message}`;
  const allowed =
    schema === undefined ? (issue.expected ?? 'something else') : describeSchema(schema);
  if (issue.input === undefined) return `${path} is required and must be ${allowed}`;
  // A pattern has words of its own for what it allows, which may be a whole sentence.
  const rule = issue.type === 'regex' ? `${path}: ${issue.message}` : `${path} must be ${allowed}`;
  return `${rule}, got ${isSecret ? kindOf(issue.input) : given(issue.input)}`;
}

/** Repeats scalars, but not lists or objects. */
function given(value: unknown): string {
  return typeof value === 'object' ? kindOf(value) : quoteValue(value);
}

/** Returns the hint of `strict` about a word that is not in a list. */
function hintOf(
  value: unknown,
  schema: v.GenericSchema | undefined,
  strict: BodyCheckOptions['strict'],
): string {
  if (typeof value !== 'string' || schema === undefined) return '';
  const inner = unwrap(schema);
  return isPicklist(inner) ? (strict?.(value, inner.options) ?? '') : '';
}
