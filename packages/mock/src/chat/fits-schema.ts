/**
 * Says what of a value a JSON Schema does not allow, as `city must be string`; undefined when it
 * fits. A schema that is invalid itself allows nothing.
 */
export async function schemaProblem(schema: object, value: unknown): Promise<string | undefined> {
  // Only here, because most tests have no schema.
  const { Ajv2020 } = await import('ajv/dist/2020.js');
  const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false });
  // Its draft does not matter for what it says of values.
  const { $schema: _draft, ...rest } = schema as Readonly<Record<string, unknown>>;
  try {
    const isValid = ajv.compile(rest);
    if (isValid(value)) return undefined;
    const [first] = isValid.errors ?? [];
    const place = first?.instancePath.slice(1).replaceAll('/', '.') || 'it';
    const extra: unknown = first?.params['additionalProperty'];
    return `${place} ${first?.message ?? 'does not fit'}${typeof extra === 'string' ? ` ("${extra}")` : ''}`;
  } catch (error) {
    return `the schema is invalid: ${error instanceof Error ? error.message : String(error)}`;
  }
}
