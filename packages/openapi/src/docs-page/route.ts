import type { OpenApiDocument, OperationObject } from '../document.ts';

/** An operation with its place. */
export interface Route {
  /** In lower case. */
  readonly method: string;
  readonly path: string;
  readonly operation: OperationObject;
}

/** Returns the operations of a document, or those of one tag, in the document's order. */
export function routesOf({ paths }: OpenApiDocument, tag?: string): readonly Route[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .map(([method, operation]) => ({ method, path, operation }))
      .filter(({ operation }) => tag === undefined || operation.tags.includes(tag)),
  );
}

/** Returns the example of a JSON body; undefined for an operation without one. */
export function bodyExample({ requestBody }: OperationObject): unknown {
  return requestBody?.content['application/json']?.example;
}

/** Returns the last part of `#/components/examples/notFound`: `notFound`. */
export function nameIn(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}
