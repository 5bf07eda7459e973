import type { ErrorName } from '@model-gateway/core';
import {
  describeInterface,
  type ErrorTexts,
  type OpenApiDocument,
  type OperationDescription,
} from '@model-gateway/openapi';
import * as v from 'valibot';
import { CONTROL_PATH } from '../../http/control-path.ts';
import type { ControlRoute, ControlTag } from '../define-route.ts';
import { CONTROL_ROUTES } from '../routes/index.ts';

/** The control interface as an OpenAPI 3.1 document, made from the routes that answer requests. */
export function createControlDocument(): OpenApiDocument {
  const tags = new Set(CONTROL_ROUTES.map(({ tag }) => tag));
  return describeInterface({
    info: {
      title: 'Model Gateway mock: control',
      version: '1.0.0',
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: CONTROL_PATH, description: 'This mock' }],
    security: [{}, { token: [] }],
    securitySchemes: {
      token: {
        type: 'http',
        scheme: 'bearer',
        description: 'The control token, where the mock has one: always beyond loopback.',
      },
    },
    tags: [...tags].map((name) => ({ name, description: TAGS[name] })),
    operations: CONTROL_ROUTES.map(toDescription),
    errorTexts: ERROR_TEXTS,
  });
}

const DESCRIPTION =
  'Everything that a test can do with the mock in process, for tests in other processes and languages: ' +
  'tenants with their own data, faults, clock and limits, and the requests they received. ' +
  'Errors say what was expected, what was received, and what to do; `metadata.diagnostic` holds a ' +
  'code for `npx @model-gateway/mock explain`.';

const TAGS: Readonly<Record<ControlTag, string>> = {
  tenants: 'Independent gateways behind one URL; one for each test.',
  rules: 'Faults, delays and replies for some requests.',
  requests: 'The received requests, and assertions on them.',
  telemetry: 'What is forwarded to observability destinations, and why not.',
  clock: 'The time of a tenant.',
  snapshots: 'A tenant as it was at one moment.',
  streams: 'Streams whose events a test sends.',
};

const ERROR_TEXTS: ErrorTexts = {
  descriptions: {
    invalidKey: 'The control token is missing or wrong',
    managementKeyRequired: 'Web pages and unknown hosts may not control the mock',
    conflict: 'The mock is not in the expected state',
  },
  examples: {
    invalidRequest: {
      message:
        'Invalid request parameters: world must be one of golden, empty, tiny, huge, generated, got "tinny"; did you mean "tiny"?',
      metadata: {
        issues: [
          {
            path: 'world',
            message:
              'world must be one of golden, empty, tiny, huge, generated, got "tinny"; did you mean "tiny"?',
          },
        ],
      },
    },
    invalidKey: {
      message: 'The control token is missing: send it as "authorization: Bearer <token>" [GW1601]',
      metadata: { diagnostic: 'GW1601' },
    },
    managementKeyRequired: {
      message:
        'pages of https://evil.example may not control this gateway: add the origin to control.origins [GW1602]',
      metadata: { diagnostic: 'GW1602' },
    },
    notFound: {
      message: 'Resource not found: there is no tenant "chekout"; did you mean "checkout"?',
    },
    conflict: {
      message: 'there is already a tenant "checkout": give each its own id [GW1102]',
      metadata: { diagnostic: 'GW1102' },
    },
  },
  userOf: () => undefined,
};

/** The errors that any request may get. */
const COMMON_ERRORS: readonly ErrorName[] = [
  'invalidRequest',
  'invalidKey',
  'managementKeyRequired',
  'internal',
];

const LAST_EVENT_ID = {
  name: 'last-event-id',
  in: 'header',
  description: 'The `id` of the last event of an earlier connection, to continue after it.',
  schema: { type: 'string' },
} as const;

function toDescription(route: ControlRoute): OperationDescription {
  const { id, method, path, tag, summary, description, params, query, body, answer } = route;
  const { status, data, events } = answer;
  return {
    id,
    method,
    path,
    tag,
    summary,
    description,
    params,
    query,
    body: body && { schema: body.documented ?? body.schema, example: body.example },
    headers: events === undefined ? [] : [LAST_EVENT_ID],
    successes: {
      [status]: {
        description: answer.description,
        ...(data && {
          json: { schema: v.object({ data: data.schema }), example: { data: data.example } },
        }),
        ...(events && { events }),
      },
    },
    errors: [
      ...COMMON_ERRORS,
      ...route.errors,
      ...(body === undefined ? [] : (['payloadTooLarge'] as const)),
    ],
  };
}
