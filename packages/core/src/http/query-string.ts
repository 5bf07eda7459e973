import * as v from 'valibot';
import type { RequestIssue } from '../errors.ts';

/** A query's parameters after reading, or everything that is wrong with them. */
export type QueryReading<Query> =
  | { readonly ok: true; readonly query: Query }
  | { readonly ok: false; readonly issues: readonly [RequestIssue, ...RequestIssue[]] };

export type QuerySchema = v.GenericSchema<unknown> & {
  readonly entries: Readonly<Record<string, v.GenericSchema>>;
};

type ParameterKind = 'list' | 'number' | 'integer' | 'text';

interface Parameter {
  readonly name: string;
  readonly kind: ParameterKind;
  /** Whether empty and `null` mean "not set". */
  readonly nullable: boolean;
  /** For example "a whole number from 1 to 1000". */
  readonly allowed: string;
}

/**
 * Prepares reading of query strings by a schema of values: text becomes a number or a list where
 * the schema has one, and the schema checks the rest. Unknown parameters are ignored.
 * Source: decisions §1.2–1.5.
 */
export function createQueryReader<Schema extends QuerySchema>(
  schema: Schema,
): (search: string) => QueryReading<v.InferOutput<Schema>> {
  const parameters = Object.entries(schema.entries).map(([name, entry]) => describe(name, entry));

  return (search) => {
    const problems = new Map<string, string>();
    const values: Record<string, unknown> = {};
    if (search.length > 1) {
      const given = new URLSearchParams(search);
      for (const parameter of parameters) {
        const texts = given.getAll(parameter.name);
        if (texts.length === 0) continue;
        const value = readParameter(parameter, texts);
        if (value instanceof Problem) problems.set(parameter.name, value.sentence);
        else values[parameter.name] = value;
      }
    }
    const result = v.safeParse(schema, values);
    for (const issue of result.issues ?? []) {
      const parameter = parameters.find(({ name }) => name === issue.path?.[0]?.key);
      if (parameter === undefined || problems.has(parameter.name)) continue;
      problems.set(parameter.name, refusal(parameter, String(issue.input)));
    }
    // In the specification's order, whichever step found them.
    const [first, ...others] = parameters.flatMap(({ name }): RequestIssue[] => {
      const message = problems.get(name);
      return message === undefined ? [] : [{ path: name, message }];
    });
    if (first !== undefined) return { ok: false, issues: [first, ...others] };
    // The schema found no issue, so its output is there.
    return { ok: true, query: result.output as v.InferOutput<Schema> };
  };
}

class Problem {
  readonly sentence: string;
  constructor(sentence: string) {
    this.sentence = sentence;
  }
}

function readParameter(parameter: Parameter, texts: readonly string[]): unknown {
  if (parameter.kind === 'list') {
    return texts
      .flatMap((text) => text.split(','))
      .map((item) => item.trim().toLowerCase())
      .filter((item) => item !== '');
  }
  const [text = ''] = texts;
  if (texts.length > 1) {
    return new Problem(`${parameter.name} was given ${texts.length} times; give it once`);
  }
  if (parameter.nullable && (text === '' || text === 'null')) return null;
  if (parameter.kind === 'text') return text;
  const pattern = parameter.kind === 'integer' ? PLAIN_INTEGER : PLAIN_NUMBER;
  const value = Number(text);
  return pattern.test(text) && Math.abs(value) <= Number.MAX_SAFE_INTEGER
    ? value
    : new Problem(refusal(parameter, text));
}

const PLAIN_INTEGER = /^-?\d+$/;
const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;

function refusal({ name, allowed }: Parameter, given: string): string {
  return `${name} must be ${allowed}, got ${quote(given)}`;
}

const QUOTED_CHARACTERS = 80;

/** What was given, shortened, with control characters escaped. */
function quote(text: string): string {
  if (PLAIN_NUMBER.test(text) && text.length <= QUOTED_CHARACTERS) return text;
  const characters = Array.from(text.slice(0, 4 * QUOTED_CHARACTERS));
  return characters.length <= QUOTED_CHARACTERS
    ? JSON.stringify(text)
    : `${JSON.stringify(characters.slice(0, QUOTED_CHARACTERS).join(''))}…`;
}

function describe(name: string, schema: v.GenericSchema): Parameter {
  let inner = schema;
  let nullable = false;
  while (isWrapping(inner)) {
    nullable ||= inner.type === 'nullable';
    inner = inner.wrapped;
  }
  if (isArray(inner)) {
    return {
      name,
      kind: 'list',
      nullable,
      allowed: isPicklist(inner.item)
        ? `a comma-separated list of ${inner.item.options.join(', ')}`
        : 'a comma-separated list',
    };
  }
  if (isPicklist(inner)) {
    const [only, ...others] = inner.options;
    const allowed = others.length === 0 ? String(only) : `one of ${inner.options.join(', ')}`;
    return { name, kind: 'text', nullable, allowed };
  }
  const rules = rulesOf(inner);
  if (inner.type === 'number') {
    const kind = rules.has('integer') ? 'integer' : 'number';
    const noun = kind === 'integer' ? 'a whole number' : 'a number';
    return { name, kind, nullable, allowed: noun + range(rules) };
  }
  const longest = rules.get('max_length');
  const allowed = longest === undefined ? 'text' : `at most ${String(longest)} characters long`;
  return { name, kind: 'text', nullable, allowed: rules.has('uuid') ? 'a UUID' : allowed };
}

function range(rules: ReadonlyMap<string, unknown>): string {
  const minimum = rules.get('min_value');
  const maximum = rules.get('max_value');
  if (minimum === undefined) return maximum === undefined ? '' : ` of at most ${String(maximum)}`;
  if (maximum === undefined) return ` of at least ${String(minimum)}`;
  return ` from ${String(minimum)} to ${String(maximum)}`;
}

/** The checks of a schema's pipe: their names and what they require. */
function rulesOf(schema: v.GenericSchema): ReadonlyMap<string, unknown> {
  // `pipe` is there on every schema made by v.pipe; its items after the first are checks.
  const { pipe = [] } = schema as { pipe?: readonly { type: string; requirement?: unknown }[] };
  return new Map(pipe.map(({ type, requirement }) => [type, requirement]));
}

type Wrapping = v.GenericSchema & { readonly wrapped: v.GenericSchema };
type ArrayLike = v.GenericSchema & { readonly item: v.GenericSchema };
type Picklist = v.GenericSchema & { readonly options: readonly string[] };

function isWrapping(schema: v.GenericSchema): schema is Wrapping {
  return 'wrapped' in schema;
}

function isArray(schema: v.GenericSchema): schema is ArrayLike {
  return schema.type === 'array';
}

function isPicklist(schema: v.GenericSchema): schema is Picklist {
  return schema.type === 'picklist';
}
