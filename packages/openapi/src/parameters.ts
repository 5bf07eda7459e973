import type { ParameterObject } from './document.ts';
import type { SchemaConverter, WireSchema } from './schema-converter.ts';

/** Path or query parameters by name, as an object schema. */
export interface ParameterSchemas {
  readonly entries: Readonly<Record<string, WireSchema>>;
}

export function toParameters(
  place: 'path' | 'query',
  entries: ParameterSchemas['entries'],
  converter: SchemaConverter,
): ParameterObject[] {
  return Object.entries(entries).map(([name, entry]) => {
    const { description, ...schema } = converter.convert(entry);
    return {
      name,
      in: place,
      ...(description !== undefined && { description }),
      ...(place === 'path' && { required: true }),
      // A list is one parameter, separated by commas.
      ...(schema.type === 'array' && { style: 'form', explode: false }),
      schema,
    };
  });
}

/** Converts a path such as `/destinations/:id` to OpenAPI's syntax, `/destinations/{id}`. */
export function pathTemplate(path: string): string {
  return path.replaceAll(/:(\w+)/g, '{$1}');
}
