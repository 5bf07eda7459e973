import type { JsonSchema } from '@valibot/to-json-schema';

/** The parts of OpenAPI 3.1 that this package writes. Source: https://spec.openapis.org/oas/v3.1.0 */
export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description: string;
    readonly license: { readonly name: string; readonly identifier: string };
  };
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly security: readonly SecurityRequirement[];
  readonly tags: readonly { readonly name: string; readonly description?: string }[];
  /** Operations by path, then by method in lower case. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly components: {
    readonly securitySchemes: Readonly<Record<string, SecurityScheme>>;
    readonly headers: Readonly<Record<string, HeaderObject>>;
    readonly examples: Readonly<Record<string, ExampleObject>>;
    readonly schemas: Readonly<Record<string, SchemaObject>>;
  };
}

/** JSON Schema, draft 2020-12; `$ref` refers to `#/components/schemas/…`. */
export type SchemaObject = JsonSchema;

/** A reference to a component of the document (OpenAPI 3.1). */
export interface Reference {
  readonly $ref: string;
}

/** Names of schemes that a request must satisfy together; `{}` requires none. */
export type SecurityRequirement = Readonly<Record<string, readonly string[]>>;

type SecurityScheme = { readonly description: string } & (
  | { readonly type: 'http'; readonly scheme: 'bearer' }
  | { readonly type: 'apiKey'; readonly in: 'header'; readonly name: string }
);

/** An operation of the document (OpenAPI 3.1). */
export interface OperationObject {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  /** The kind of key that the operation requires: `any`, `management` or `inference`. */
  readonly 'x-permission'?: string | undefined;
  /** Whether the host added the operation to those of the contract. Source: contract §1.10. */
  readonly 'x-own-operation'?: true | undefined;
  readonly security?: readonly SecurityRequirement[] | undefined;
  readonly parameters?: readonly ParameterObject[];
  readonly requestBody?: {
    readonly required?: true;
    readonly content: Readonly<Record<string, MediaTypeObject>>;
  };
  /** By status. */
  readonly responses: Readonly<Record<string, ResponseObject>>;
}

/** A parameter of the document (OpenAPI 3.1). */
export interface ParameterObject {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly description?: string;
  readonly required?: true;
  readonly style?: 'form';
  readonly explode?: false;
  readonly schema: SchemaObject;
}

/** A response of the document (OpenAPI 3.1). */
export interface ResponseObject {
  readonly description: string;
  readonly headers: Readonly<Record<string, Reference>>;
  readonly content?: Readonly<Record<string, MediaTypeObject>>;
}

/** The schema and examples of a body in the document (OpenAPI 3.1). */
export interface MediaTypeObject {
  readonly schema: SchemaObject;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, Reference>>;
}

/** A response header of the document (OpenAPI 3.1). */
export interface HeaderObject {
  readonly description: string;
  /** Whether every response that lists the header has it. */
  readonly required?: true;
  readonly schema: SchemaObject;
}

/** An example of the document (OpenAPI 3.1). */
export interface ExampleObject {
  readonly summary: string;
  readonly value: unknown;
}
