import { toJsonSchema } from '@valibot/to-json-schema';
import { ConfigSchema } from '../../src/config/schema.ts';

export const FILE = new URL('../../model-gateway.schema.json', import.meta.url);

/** The text of the published JSON Schema, for editors: what a user may write. */
export function jsonSchemaText(): string {
  const schema = toJsonSchema(ConfigSchema, {
    target: 'draft-07',
    typeMode: 'input',
    errorMode: 'ignore',
  });
  const titled = { title: 'Configuration of @model-gateway/server', ...schema };
  return `${JSON.stringify(titled, null, 2)}\n`;
}
