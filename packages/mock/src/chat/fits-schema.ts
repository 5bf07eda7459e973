import { LINEAR_ENGINE } from '@model-gateway/core/kit';
import type { ValidateFunction } from 'ajv';

/**
 * Says what of a value a JSON Schema does not allow, as `city must be string`; undefined when it
 * fits. A schema that is invalid itself allows nothing.
 */
export async function schemaProblem(schema: object, value: unknown): Promise<string | undefined> {
  try {
    const isValid = await validatorOf(schema);
    if (isValid(value)) return undefined;
    const [first] = isValid.errors ?? [];
    const place = first?.instancePath.slice(1).replaceAll('/', '.') || 'it';
    const extra: unknown = first?.params['additionalProperty'];
    return `${place} ${first?.message ?? 'does not fit'}${typeof extra === 'string' ? ` ("${extra}")` : ''}`;
  } catch (error) {
    return `the schema is invalid: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** By the object, for requests with many calls, and by the text, for many requests. */
const BY_SCHEMA = new WeakMap<object, Promise<ValidateFunction>>();
const BY_TEXT = new Map<string, Promise<ValidateFunction>>();
const MOST_TEXTS = 100;

/** Compiling a schema takes far longer than judging a value. */
function validatorOf(schema: object): Promise<ValidateFunction> {
  const known = BY_SCHEMA.get(schema);
  if (known !== undefined) return known;
  const text = JSON.stringify(schema);
  const made = BY_TEXT.get(text) ?? compiled(schema);
  for (const oldest of BY_TEXT.keys()) {
    if (BY_TEXT.size < MOST_TEXTS) break;
    BY_TEXT.delete(oldest);
  }
  BY_TEXT.set(text, made);
  BY_SCHEMA.set(schema, made);
  return made;
}

async function compiled(schema: object): Promise<ValidateFunction> {
  // Its draft does not matter for what it says of values, which are judged at once.
  const { $schema: _draft, $async: _, ...rest } = schema as Readonly<Record<string, unknown>>;
  compile ??= compilerOf();
  return (await compile)(rest);
}

let compile: ReturnType<typeof compilerOf> | undefined;

async function compilerOf(): Promise<(schema: object) => ValidateFunction> {
  // Only here, because most tests have no schema.
  const { Ajv2020 } = await import('ajv/dist/2020.js');
  // One for all judges schemas themselves, which it takes 10 ms to learn.
  const checker = new Ajv2020(OPTIONS);
  return (schema) => {
    void checker.validateSchema(schema, true);
    // One for each: schemas of two tools may have the same $id.
    return new Ajv2020({ ...OPTIONS, validateSchema: false }).compile(schema);
  };
}

const OPTIONS = {
  strict: false,
  validateFormats: false,
  logger: false,
  code: { regExp: LINEAR_ENGINE },
} as const;
