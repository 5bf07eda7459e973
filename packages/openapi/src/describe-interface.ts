import type { ErrorName } from '@model-gateway/core';
import type { ErrorForm } from '@model-gateway/core/http';
import { checkOptions, ITERABLE, OBJECT, type OptionTable } from '@model-gateway/core/kit';
import type {
  MediaTypeObject,
  OpenApiDocument,
  OperationObject,
  ParameterObject,
  ResponseObject,
  SchemaObject,
} from './document.ts';
import { ERROR_SCHEMA, errorExamples, errorResponses, type ErrorTexts } from './error-responses.ts';
import { HEADERS, headersOf, type HeaderName } from './headers.ts';
import { pathTemplate, toParameters, type ParameterSchemas } from './parameters.ts';
import { SchemaConverter, type WireSchema } from './schema-converter.ts';

/** The contents of a document; schemas are valibot schemas, and those with a title are shared. */
export interface InterfaceDescription extends Pick<
  OpenApiDocument,
  'info' | 'servers' | 'security' | 'tags'
> {
  readonly securitySchemes: OpenApiDocument['components']['securitySchemes'];
  readonly operations: readonly OperationDescription[];
  /** JSON Schemas, by the name used in references. */
  readonly schemas?: Readonly<Record<string, SchemaObject>>;
  readonly errorTexts: ErrorTexts;
}

/** What documentation says of an operation. */
export interface OperationDescription extends Pick<
  OperationObject,
  'summary' | 'description' | 'security' | 'x-permission' | 'x-own-operation'
> {
  readonly id: string;
  readonly method: string;
  /** Path in the syntax of path-to-regexp. */
  readonly path: string;
  readonly tag: string;
  readonly params: ParameterSchemas;
  readonly query: ParameterSchemas;
  /** Request headers. */
  readonly headers?: readonly ParameterObject[];
  readonly body?: BodyDescription | undefined;
  /** Successful answers, by status. */
  readonly successes: Readonly<Record<number, SuccessDescription>>;
  readonly errors: readonly ErrorName[];
  /** How its errors look; the envelope by default. */
  readonly errorForm?: ErrorForm | undefined;
  /** Headers of every error of the operation. */
  readonly idHeaders?: readonly HeaderName[];
  /** Headers of errors that occur after authentication. */
  readonly errorHeaders?: readonly HeaderName[];
}

export interface BodyDescription {
  readonly schema: WireSchema;
  readonly example?: unknown;
  /** Whether the body may be omitted; false by default. */
  readonly isOptional?: boolean;
}

/** What documentation says of a successful answer. */
export interface SuccessDescription {
  readonly description: string;
  readonly headers?: readonly HeaderName[] | undefined;
  /** The JSON body; omitted if the answer has no body. */
  readonly json?: JsonDescription | undefined;
  /** One event of a streamed answer; omitted if the answer never streams. */
  readonly events?: JsonDescription | undefined;
  /** Other forms of the answer, by media type. */
  readonly also?: Readonly<Record<string, MediaTypeObject>> | undefined;
}

export interface JsonDescription {
  readonly schema: WireSchema;
  readonly example?: unknown;
}

/** What a server answers before it knows the operation. Source: contract §1.7. */
const BEFORE_OPERATIONS: readonly ErrorName[] = ['headersTooLarge'];

/** Creates the OpenAPI 3.1 document of an HTTP interface: new plain JSON at each call. */
export function describeInterface(description: InterfaceDescription): OpenApiDocument {
  checkOptions('describeInterface', description, MEMBERS, REQUIRED);
  const { info, servers, security, tags, securitySchemes, operations } = description;
  const converter = new SchemaConverter();
  const paths: Record<string, Record<string, OperationObject>> = {};
  for (const operation of operations) {
    const path = (paths[pathTemplate(operation.path)] ??= {});
    path[operation.method.toLowerCase()] = toOperationObject(
      operation,
      converter,
      description.errorTexts,
    );
  }
  const errors = new Set([
    ...BEFORE_OPERATIONS,
    ...operations.flatMap((operation) => operation.errors),
  ]);
  return {
    openapi: '3.1.0',
    info,
    servers,
    security,
    tags,
    paths,
    components: {
      securitySchemes,
      headers: usedHeaders(paths),
      examples: errorExamples([...errors], description.errorTexts),
      schemas: { ...converter.components, ...description.schemas, Error: ERROR_SCHEMA },
    },
  };
}

function toOperationObject(
  operation: OperationDescription,
  converter: SchemaConverter,
  errorTexts: ErrorTexts,
): OperationObject {
  const { id, tag, summary, description, body, security, headers = [] } = operation;
  const permission = operation['x-permission'];
  const parameters = [
    ...toParameters('path', operation.params.entries, converter),
    ...toParameters('query', operation.query.entries, converter),
    ...headers,
  ];
  return {
    operationId: id,
    tags: [tag],
    summary,
    description,
    ...(permission !== undefined && { 'x-permission': permission }),
    ...(operation['x-own-operation'] === true && { 'x-own-operation': true }),
    ...(security !== undefined && { security }),
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && {
      requestBody: {
        ...(body.isOptional !== true && { required: true }),
        content: { 'application/json': mediaType(body, converter) },
      },
    }),
    responses: {
      ...successResponses(operation.successes, converter),
      ...failures(operation, converter, errorTexts),
    },
  };
}

/** Errors of an operation have its form; those before all operations are always envelopes. */
function failures(
  { errors, errorForm, errorHeaders, idHeaders = [] }: OperationDescription,
  converter: SchemaConverter,
  texts: ErrorTexts,
): Record<string, ResponseObject> {
  const before = errorResponses(BEFORE_OPERATIONS, texts);
  const { schema } = errorForm ?? {};
  if (schema === undefined) return { ...errorResponses(errors, texts, errorHeaders), ...before };
  const own = errorResponses(errors, texts, errorHeaders, (names) => ({
    schema: converter.convert(schema),
    example: Object.values(errorExamples(names, texts, errorForm))[0]?.value,
  }));
  const withIds = Object.entries(own).map(([status, response]): [string, ResponseObject] => {
    return [status, { ...response, headers: { ...response.headers, ...headersOf(idHeaders) } }];
  });
  return { ...Object.fromEntries(withIds), ...before };
}

function successResponses(
  successes: OperationDescription['successes'],
  converter: SchemaConverter,
): Record<string, ResponseObject> {
  const responses = Object.entries(successes).map(([status, success]): [string, ResponseObject] => {
    const { description, headers, json, events, also } = success;
    const content = {
      ...(json !== undefined && { 'application/json': mediaType(json, converter) }),
      ...(events !== undefined && { 'text/event-stream': mediaType(events, converter) }),
      ...also,
    };
    const hasBody = Object.keys(content).length > 0;
    return [status, { description, headers: headersOf(headers), ...(hasBody && { content }) }];
  });
  return Object.fromEntries(responses);
}

function mediaType(
  { schema, example }: JsonDescription,
  converter: SchemaConverter,
): MediaTypeObject {
  return { schema: converter.convert(schema), ...(example !== undefined && { example }) };
}

/** Returns the headers that occur in any response, in the table's order. */
function usedHeaders(paths: OpenApiDocument['paths']): OpenApiDocument['components']['headers'] {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const responses = operations.flatMap((operation) => Object.values(operation.responses));
  const used = new Set(responses.flatMap(({ headers }) => Object.keys(headers)));
  return Object.fromEntries(Object.entries(HEADERS).filter(([name]) => used.has(name)));
}

const MEMBERS: OptionTable<InterfaceDescription> = {
  info: OBJECT,
  servers: ITERABLE,
  security: ITERABLE,
  tags: ITERABLE,
  securitySchemes: OBJECT,
  operations: ITERABLE,
  schemas: OBJECT,
  errorTexts: OBJECT,
};

const REQUIRED = Object.keys(MEMBERS).filter((name) => name !== 'schemas');
