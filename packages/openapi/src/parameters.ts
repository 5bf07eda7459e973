import type { Operation } from '@model-gateway/core';
import type { ParameterObject } from './document.ts';
import type { SchemaConverter } from './schema-converter.ts';

/** Conditional requests: the header that each operation with an entity tag takes. */
const REQUEST_HEADERS: Readonly<Record<string, ParameterObject>> = {
  listModels: {
    name: 'if-none-match',
    in: 'header',
    description: 'The entity tag of a list that the caller has: 304 while it is current.',
    schema: { type: 'string' },
  },
  updateDestination: {
    name: 'if-match',
    in: 'header',
    description: 'The entity tag that the change is based on: 409 when it is no longer current.',
    schema: { type: 'string' },
  },
};

/** Everything that a request may say outside its body. */
export function parametersOf(
  { id, params, query }: Operation,
  converter: SchemaConverter,
): ParameterObject[] {
  const header = REQUEST_HEADERS[id];
  return [
    ...toParameters('path', params.entries, converter),
    ...toParameters('query', query.entries, converter),
    ...(header === undefined ? [] : [header]),
  ];
}

function toParameters(
  place: 'path' | 'query',
  entries: Operation['query']['entries'],
  converter: SchemaConverter,
): ParameterObject[] {
  return Object.entries(entries).map(([name, entry]) => {
    const { description, ...schema } = converter.convert(entry);
    if (description === undefined) throw new Error(`the parameter ${name} has no description`);
    return {
      name,
      in: place,
      description,
      ...(place === 'path' && { required: true }),
      // Lists are one parameter with commas.
      ...(schema.type === 'array' && { style: 'form', explode: false }),
      schema,
    };
  });
}

/** `/destinations/:id` in OpenAPI's syntax: `/destinations/{id}`. */
export function pathTemplate(path: string): string {
  return path.replaceAll(/:(\w+)/g, '{$1}');
}
