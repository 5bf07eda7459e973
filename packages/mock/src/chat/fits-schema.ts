import { LINEAR_ENGINE } from '@model-gateway/core/kit';
import type { ValidateFunction } from 'ajv';

/** By the text of a schema: compiling one takes far longer than judging a value. */
const VALIDATORS = new Map<string, ValidateFunction>();
const MOST_VALIDATORS = 100;

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

async function validatorOf(schema: object): Promise<ValidateFunction> {
  const text = JSON.stringify(schema);
  const known = VALIDATORS.get(text);
  if (known !== undefined) return known;
  // Only here, because most tests have no schema.
  const { Ajv2020 } = await import('ajv/dist/2020.js');
  const code = { regExp: LINEAR_ENGINE };
  const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false, code });
  // Its draft does not matter for what it says of values.
  const { $schema: _draft, ...rest } = schema as Readonly<Record<string, unknown>>;
  const made = ajv.compile(rest);
  for (const oldest of VALIDATORS.keys()) {
    if (VALIDATORS.size < MOST_VALIDATORS) break;
    VALIDATORS.delete(oldest);
  }
  VALIDATORS.set(text, made);
  return made;
}
