import {
  OPERATIONS,
  type ErrorName,
  type Operation,
  type OperationId,
  type Permission,
} from '@model-gateway/core';
import type { OpenApiDocument, OperationObject, SecurityRequirement } from './document.ts';
import { ERROR_SCHEMA, errorExamples, errorResponses } from './error-responses.ts';
import { EXAMPLES } from './examples.ts';
import { HEADERS } from './headers.ts';
import { IMAGE_STREAM_EVENT } from './image-stream.ts';
import { parametersOf, pathTemplate } from './parameters.ts';
import { SchemaConverter } from './schema-converter.ts';
import { successResponses } from './success-responses.ts';
import { TAGS } from './tags.ts';

export interface OpenApiOptions {
  /** What paths are relative to; `/v1` by default. */
  readonly serverUrl?: string | undefined;
  readonly title?: string | undefined;
  /** The gateway's own option of this name: which kind of key each operation admits. */
  readonly permissions?: Readonly<Partial<Record<OperationId, Permission>>> | undefined;
  /** The gateway's own option of this name: whether GET /models can be read without a key. */
  readonly publicCatalog?: boolean | undefined;
}

/**
 * The gateway's interface as an OpenAPI 3.1 document, made from the operations and schemas that
 * answer requests. It holds plain JSON and is new at each call. Source: spec §9.
 */
export function createOpenApiDocument(options: OpenApiOptions = {}): OpenApiDocument {
  const { serverUrl = '/v1', title = 'Model Gateway' } = options;
  const converter = new SchemaConverter();
  const paths: Record<string, Record<string, OperationObject>> = {};
  for (const operation of OPERATIONS) {
    const path = (paths[pathTemplate(operation.path)] ??= {});
    path[operation.method.toLowerCase()] = toOperationObject(operation.id, operation, {
      converter,
      permission: options.permissions?.[operation.id] ?? operation.permission,
      isPublic: options.publicCatalog === true && operation.id === 'listModels',
    });
  }
  const tags = new Set(OPERATIONS.map(({ tag }) => tag));
  const errors = new Set<ErrorName>(OPERATIONS.flatMap((operation) => operation.errors));
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: '1.0.0',
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: serverUrl, description: 'This gateway' }],
    security: [BEARER],
    tags: [...tags].map((name) => ({ name, description: TAGS[name] })),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An API key.' },
      },
      headers: HEADERS,
      examples: errorExamples([...errors]),
      schemas: {
        ...converter.components,
        ImageStreamEvent: IMAGE_STREAM_EVENT,
        Error: ERROR_SCHEMA,
      },
    },
  };
}

const BEARER: SecurityRequirement = { bearer: [] };

const DESCRIPTION =
  'One HTTP interface in front of AI models of many providers: the catalog of models, image ' +
  'generation, and the administration of observability destinations, organization members and ' +
  'guardrail assignments. Every request carries an API key; every error comes in one envelope.';

const KEYS: Readonly<Record<Permission, string>> = {
  any: 'Any API key may call this.',
  management: 'Only management keys may call this.',
  inference: 'Only inference keys may call this.',
};

interface Context {
  readonly converter: SchemaConverter;
  readonly permission: Permission;
  readonly isPublic: boolean;
}

function toOperationObject(
  id: OperationId,
  operation: Operation,
  { converter, permission, isPublic }: Context,
): OperationObject {
  const { tag, summary, description, body } = operation;
  const parameters = parametersOf(operation, converter);
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: `${description}\n\n${isPublic ? 'No key is needed.' : KEYS[permission]}`,
    'x-permission': permission,
    ...(isPublic && { security: [BEARER, {}] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && {
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: converter.convert(body.schema),
            example: EXAMPLES[id].request,
          },
        },
      },
    }),
    responses: {
      ...successResponses(id, operation, converter),
      ...errorResponses(operation.errors),
    },
  };
}
