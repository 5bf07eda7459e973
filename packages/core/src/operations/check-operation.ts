import { ERRORS } from '../errors.ts';
import { checkOptions, type OptionTable } from '../input/check-options.ts';
import { kindOf } from '../input/quote.ts';
import { isJsonObject } from '../json-value.ts';
import {
  ANY_TEXT,
  FLAG,
  FUNCTION,
  OBJECT,
  oneOf,
  TEXT,
  TEXTS,
  withMethods,
  type ValueRule,
} from '../input/value-rule.ts';
import type { AnyOperation, BodyRule, Operation } from './operation.ts';

/**
 * Throws a `TypeError` for a definition with members that no operation has, or with values that it
 * cannot have: a misspelt permission would admit every key.
 */
export function checkDefinition(definition: object): void {
  check(nameOf(definition) ?? 'defineOperation', definition, NEEDED);
}

/** Throws a `TypeError` for what `defineOperation` did not return, at a position of a list from 0. */
export function checkOperation(operation: AnyOperation, position: number): void {
  // Plain JavaScript may pass anything.
  const given: unknown = operation;
  const isComplete =
    OBJECT.holds(given) && FILLED_IN.every((name) => Object.hasOwn(operation, name));
  if (!isComplete) {
    throw new TypeError(
      `operations[${position}] must be what defineOperation({ … }) returns, got ${kindOf(given)}`,
    );
  }
  check(nameOf(operation) ?? `operations[${position}]`, operation, [...NEEDED, ...FILLED_IN]);
}

function check(name: string, given: object, required: readonly string[]): void {
  checkOptions(name, given, OPERATION, required);
  // Undefined or an object; the table has seen it.
  const { body } = given as { readonly body?: object };
  if (body === undefined) return;
  if (SCHEMA.holds(body)) {
    throw new TypeError(`${name}: body must be an object with its schema: body: { schema: … }`);
  }
  checkOptions(`${name}, body`, body, BODY, ['schema']);
}

/** `operation "wipe"`, since a program has many; undefined where the id is not a text. */
function nameOf(given: unknown): string | undefined {
  if (typeof given !== 'object' || given === null || !('id' in given)) return undefined;
  return typeof given.id === 'string' ? `operation "${given.id}"` : undefined;
}

/** Members that a definition cannot leave out. */
const NEEDED = ['id', 'method', 'path', 'summary', 'handle'] as const;
/** Members that `defineOperation` fills in where a definition leaves them out. */
const FILLED_IN = ['permission', 'isPublic', 'params', 'query', 'errors'] as const;

/** Which keys an operation admits. */
export const PERMISSION = oneOf('any', 'management', 'inference');

const SCHEMA: ValueRule = {
  must: 'a schema, such as v.object({ … }) of valibot, or standardSchema(…) with one of another library',
  holds: (value) => isJsonObject(value) && value['kind'] === 'schema' && '~standard' in value,
};

const ERROR_NAMES = Object.keys(ERRORS);

const HEADER_NAME: ValueRule = {
  must: 'the name of a header in lower case',
  holds: (value) => typeof value === 'string' && /^[a-z0-9-]+$/.test(value),
};

const OPERATION: OptionTable<Operation> = {
  id: TEXT,
  method: TEXT,
  path: TEXT,
  tag: TEXT,
  summary: ANY_TEXT,
  description: ANY_TEXT,
  permission: PERMISSION,
  isPublic: FLAG,
  isOfCatalog: FLAG,
  params: SCHEMA,
  query: SCHEMA,
  body: OBJECT,
  response: SCHEMA,
  events: SCHEMA,
  errors: {
    must: `a list of errors among ${ERROR_NAMES.join(', ')}`,
    holds: (value) =>
      Array.isArray(value) &&
      value.every((name: unknown) => ERROR_NAMES.some((known) => known === name)),
  },
  keyHeader: HEADER_NAME,
  requestIdHeader: HEADER_NAME,
  errorForm: withMethods('an error form', 'write'),
  limiter: FUNCTION,
  handle: FUNCTION,
};

const BODY: OptionTable<BodyRule> = {
  schema: SCHEMA,
  secrets: TEXTS,
  exact: FLAG,
  strict: FUNCTION,
};
