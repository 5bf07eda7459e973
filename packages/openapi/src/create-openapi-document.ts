import type { AnyOperation, OperationId, Permission } from '@model-gateway/core';
import {
  ANY_TEXT,
  checkOptions,
  createOperationSet,
  FLAG,
  ITERABLE,
  OBJECT,
  type OptionTable,
} from '@model-gateway/core/kit';
import { describeInterface, type OperationDescription } from './describe-interface.ts';
import type { OpenApiDocument, SecurityRequirement } from './document.ts';
import { RATE_LIMIT } from './headers.ts';
import { GATEWAY_ERROR_TEXTS } from './error-texts.ts';
import { exampleOf } from './examples.ts';
import { IMAGE_STREAM_EVENT } from './image-stream.ts';
import { REQUEST_HEADERS } from './request-headers.ts';
import type { WireSchema } from './schema-converter.ts';
import { successesOf } from './successes.ts';
import { toTag } from './tags.ts';

/** Options of `createOpenApiDocument`. */
export interface OpenApiOptions {
  /** The base URL of all paths; `/v1` by default. */
  readonly serverUrl?: string | undefined;
  readonly title?: string | undefined;
  /** The `permissions` option of the gateway: the kind of key that each operation requires. */
  readonly permissions?: Readonly<Partial<Record<OperationId, Permission>>> | undefined;
  /** The `publicCatalog` option of the gateway: whether the catalog is read without a key. */
  readonly publicCatalog?: boolean | undefined;
  /** The `operations` option of the gateway: those of your own, marked `x-own-operation`. */
  readonly operations?: readonly AnyOperation[] | undefined;
}

/**
 * Creates the OpenAPI 3.1 document of the gateway's interface from the operations and schemas that
 * answer requests. Returns new plain JSON at each call. Source: contract §10.
 *
 * @example
 * const document = createOpenApiDocument({ serverUrl: 'https://gateway.example.com/v1' });
 */
export function createOpenApiDocument(options: OpenApiOptions = {}): OpenApiDocument {
  checkOptions('createOpenApiDocument', options, OPTIONS);
  const { serverUrl = '/v1', title = 'Model Gateway', publicCatalog, operations = [] } = options;
  const permissions: Readonly<Partial<Record<string, Permission>>> = options.permissions ?? {};
  const { all } = createOperationSet(operations);
  const tags = new Set(all.map(({ tag }) => tag));
  return describeInterface({
    info: {
      title,
      version: '1.0.0',
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: serverUrl, description: 'This gateway' }],
    security: [BEARER],
    securitySchemes: {
      bearer: { type: 'http', scheme: 'bearer', description: 'An API key.' },
      keyHeader: {
        type: 'apiKey',
        in: 'header',
        name: KEY_HEADER_NAME,
        description: "An API key, as Anthropic's clients send it.",
      },
    },
    tags: [...tags].map(toTag),
    operations: all.map((operation) =>
      toDescription(operation, {
        permission: permissions[operation.id] ?? operation.permission,
        isPublic: operation.isPublic || (publicCatalog === true && operation.isOfCatalog === true),
        isOwn: operations.includes(operation),
      }),
    ),
    schemas: { ImageStreamEvent: IMAGE_STREAM_EVENT },
    errorTexts: GATEWAY_ERROR_TEXTS,
  });
}

const BEARER: SecurityRequirement = { bearer: [] };
const KEY_HEADER: SecurityRequirement = { keyHeader: [] };
const KEY_HEADER_NAME = 'x-api-key';

const DESCRIPTION =
  'One HTTP interface to AI models of many providers: the model catalog, conversations with ' +
  'language models, embeddings, rankings, image generation, keys and spending, and the administration of ' +
  'observability destinations, organization members and guardrail assignments. Every request carries an API key; every error comes in one envelope.';

const KEYS: Readonly<Record<Permission, string>> = {
  any: 'Any API key may call this.',
  management: 'Only management keys may call this.',
  inference: 'Only inference keys may call this.',
};

interface Access {
  readonly permission: Permission;
  readonly isPublic: boolean;
  readonly isOwn: boolean;
}

function toDescription(
  operation: AnyOperation,
  { permission, isPublic, isOwn }: Access,
): OperationDescription {
  const { id, method, path, tag, summary, description, params, query, body, errors } = operation;
  const headers = isOwn ? [] : (REQUEST_HEADERS[id] ?? []);
  const hasKeyHeader = operation.keyHeader === KEY_HEADER_NAME;
  return {
    id,
    method,
    path,
    tag,
    summary,
    description: `${description}\n\n${isPublic ? 'No key is needed.' : KEYS[permission]}`.trim(),
    'x-permission': permission,
    ...(isOwn && { 'x-own-operation': true }),
    ...((isPublic || hasKeyHeader) && {
      security: [BEARER, ...(hasKeyHeader ? [KEY_HEADER] : []), ...(isPublic ? [{}] : [])],
    }),
    params,
    query,
    headers,
    body: body && {
      schema: body.schema,
      example: exampleOf(id)?.request,
      isOptional: takesNothing(body.schema),
    },
    successes: successesOf(operation),
    errors,
    errorForm: operation.errorForm,
    idHeaders: operation.requestIdHeader === 'request-id' ? ['request-id'] : [],
    errorHeaders: operation.limiter === undefined ? [] : RATE_LIMIT,
  };
}

/**
 * Tells whether an empty object is a valid body; then the body may be omitted.
 * Source: contract §1.4.
 */
function takesNothing(schema: WireSchema): boolean {
  // The Standard Schema interface answers this without importing the schema library.
  const result = schema['~standard'].validate({});
  return !(result instanceof Promise) && result.issues === undefined;
}

const OPTIONS: OptionTable<OpenApiOptions> = {
  serverUrl: ANY_TEXT,
  title: ANY_TEXT,
  permissions: OBJECT,
  publicCatalog: FLAG,
  operations: ITERABLE,
};
