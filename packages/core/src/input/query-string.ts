import * as v from 'valibot';
import type { RequestIssue } from '../errors.ts';
import { compareDecimalTexts, toDecimalText, type DecimalText } from '../money/decimal-text.ts';
import { isDecimalSchema } from './decimal-schema.ts';
import {
  allowsNull,
  describeSchema,
  isArray,
  isPicklist,
  rulesOf,
  unwrap,
} from './describe-schema.ts';
import { quote } from './quote.ts';

/** A query's parameters after reading, or everything that is wrong with them. */
export type QueryReading<Query> =
  | { readonly ok: true; readonly query: Query }
  | { readonly ok: false; readonly issues: readonly RequestIssue[] };

/** A schema of query parameters: an object of optional members. */
export type QuerySchema = v.GenericSchema & {
  readonly entries: Readonly<Record<string, v.GenericSchema>>;
};

type ParameterKind = 'list' | 'decimal' | 'number' | 'integer' | 'text';

interface Parameter {
  readonly name: string;
  readonly kind: ParameterKind;
  /** Whether empty and `null` mean "not set". */
  readonly nullable: boolean;
  /** For example "a whole number from 1 to 1000". */
  readonly allowed: string;
  /** Whether an item may be in a list; true for parameters that are not lists. */
  readonly allows: (item: string) => boolean;
}

/**
 * Prepares reading of query strings by a schema: text becomes a number or a list where the schema
 * has one, and the schema checks the rest. The text of a decimal only loses redundant zeros.
 * Unknown parameters are ignored. Source: contract §1.2–1.5, §3.6.
 */
export function createQueryReader<Schema extends QuerySchema>(
  schema: Schema,
): (search: string) => QueryReading<v.InferOutput<Schema>> {
  const parameters = Object.entries(schema.entries).map(([name, entry]) => prepare(name, entry));

  const byName = new Map(parameters.map((parameter) => [parameter.name, parameter]));
  const nothingGiven = v.safeParse(schema, {});

  return (search) => {
    if (search.length <= 1 && nothingGiven.success) return { ok: true, query: nothingGiven.output };
    const problems = new Map<string, string>();
    const values: Record<string, unknown> = {};
    for (const [parameter, texts] of givenIn(search, byName)) {
      const value = readParameter(parameter, texts);
      if (value instanceof Problem) problems.set(parameter.name, value.sentence);
      else values[parameter.name] = value;
    }
    const result = v.safeParse(schema, values);
    if (problems.size === 0 && result.success) return { ok: true, query: result.output };
    for (const parameter of parameters) {
      const { name } = parameter;
      const refused = result.issues?.filter(({ path }) => path?.[0]?.key === name) ?? [];
      if (refused.length === 0 || problems.has(name)) continue;
      problems.set(
        name,
        refusal(
          parameter,
          refused.map(({ input }) => input),
        ),
      );
    }
    // In the specification's order, whichever step found them.
    const issues = parameters.flatMap(({ name }): RequestIssue[] => {
      const message = problems.get(name);
      return message === undefined ? [] : [{ path: name, message }];
    });
    if (issues.length > 0) return { ok: false, issues };
    // The schema found no issue, so it has an output.
    return { ok: true, query: result.output as v.InferOutput<Schema> };
  };
}

/** Returns the parameters of a query string, with every text given for each. */
function givenIn(
  search: string,
  byName: ReadonlyMap<string, Parameter>,
): ReadonlyMap<Parameter, readonly string[]> {
  const given = new Map<Parameter, string[]>();
  new URLSearchParams(search).forEach((text, name) => {
    const parameter = byName.get(name);
    if (parameter === undefined) return;
    const texts = given.get(parameter);
    if (texts === undefined) given.set(parameter, [text]);
    else texts.push(text);
  });
  return given;
}

class Problem {
  readonly sentence: string;
  constructor(sentence: string) {
    this.sentence = sentence;
  }
}

function readParameter(parameter: Parameter, texts: readonly string[]): unknown {
  if (parameter.kind === 'list') {
    const items = texts.join(',').split(',');
    // A repeated item adds nothing and would be searched again.
    const given = new Set(items.map((item) => item.trim().toLowerCase()));
    given.delete('');
    const refused = [...given].filter((item) => !parameter.allows(item));
    return refused.length > 0 ? new Problem(refusal(parameter, refused)) : [...given];
  }
  const [text = ''] = texts;
  if (texts.length > 1) {
    return new Problem(`${parameter.name} was given ${texts.length} times; give it once`);
  }
  if (parameter.nullable && (text === '' || text === 'null')) return null;
  if (parameter.kind === 'text') return text;
  const decimal = toDecimalText(text);
  if (decimal === undefined || compareDecimalTexts(decimal, LARGEST) > 0) {
    return new Problem(refusal(parameter, [text]));
  }
  if (parameter.kind === 'decimal') return decimal;
  // `5.0` is not an integer.
  if (parameter.kind === 'integer' && text.includes('.')) {
    return new Problem(refusal(parameter, [text]));
  }
  return Number(decimal);
}

/** Beyond it a double no longer identifies the integer. Source: contract §1.4. */
const LARGEST: DecimalText = String(Number.MAX_SAFE_INTEGER);

/** The most values that an error repeats; a query may contain thousands. */
const MOST_REPEATED = 5;

function refusal({ name, allowed }: Parameter, given: readonly unknown[]): string {
  if (given[0] === undefined) return `${name} is required and must be ${allowed}`;
  const repeated = given.slice(0, MOST_REPEATED).map((value) => quote(String(value)));
  const others = given.length - repeated.length;
  const rest = others === 0 ? '' : ` and ${others} more`;
  return `${name} must be ${allowed}, got ${repeated.join(', ')}${rest}`;
}

function prepare(name: string, schema: v.GenericSchema): Parameter {
  const inner = unwrap(schema);
  const nullable = allowsNull(schema);
  if (isArray(inner)) {
    const allowed = isPicklist(inner.item)
      ? `a comma-separated list of ${inner.item.options.join(', ')}`
      : 'a comma-separated list';
    const { item } = inner;
    return { name, kind: 'list', nullable, allowed, allows: (text) => v.is(item, text) };
  }
  const allowed = describeSchema(inner);
  const common = { name, nullable, allowed, allows: () => true };
  if (isDecimalSchema(inner)) return { ...common, kind: 'decimal' };
  if (inner.type !== 'number') return { ...common, kind: 'text' };
  return { ...common, kind: rulesOf(inner).has('integer') ? 'integer' : 'number' };
}
