import { ERRORS, errorResponse, GatewayError, type ErrorName } from '@model-gateway/core';
import type { ExampleObject, ResponseObject, SchemaObject } from './document.ts';
import { headersOf, RATE_LIMIT, type HeaderName } from './headers.ts';

const anything: SchemaObject = { type: ['object', 'null'], additionalProperties: true };

/** The error envelope. Source: spec §7. */
export const ERROR_SCHEMA: SchemaObject = {
  description: 'What every error is answered with.',
  type: 'object',
  properties: {
    error: {
      description: 'The error itself.',
      type: 'object',
      properties: {
        code: { description: 'Equals the HTTP status.', type: 'integer' },
        message: { description: 'What went wrong, for people.', type: 'string' },
        metadata: {
          ...anything,
          description:
            'More for programs: `issues` lists every problem of a 400 with its path, `attempts` the providers that were asked.',
        },
      },
      required: ['code', 'message'],
    },
    gateway_metadata: { ...anything, description: 'More about the gateway.' },
    user_id: {
      description: "The caller's user, once authenticated.",
      type: ['string', 'null'],
    },
  },
  required: ['error'],
};

/** Headers that the errors of a status carry besides those of every response. */
const HEADERS_BY_STATUS: Readonly<Record<number, readonly HeaderName[]>> = {
  401: ['www-authenticate'],
  429: ['retry-after', ...RATE_LIMIT],
  529: ['retry-after'],
};

/** The responses to the errors of these names, by status. */
export function errorResponses(names: readonly ErrorName[]): Record<string, ResponseObject> {
  const statuses = [...new Set(names.map((name) => ERRORS[name].status))];
  return Object.fromEntries(
    statuses.map((status) => {
      const group = names.filter((name) => ERRORS[name].status === status);
      const response: ResponseObject = {
        description: [...new Set(group.map((name) => ERRORS[name].message))].join('; or: '),
        headers: headersOf(HEADERS_BY_STATUS[status]),
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/Error' },
            examples: Object.fromEntries(
              group.map((name) => [name, { $ref: `#/components/examples/${name}` }]),
            ),
          },
        },
      };
      return [status, response];
    }),
  );
}

const attempts = [{ provider: 'acme', class: 'server', ms: 812 }];

/** What makes an example of an error more than its message. */
const DETAILS: Partial<Record<ErrorName, ConstructorParameters<typeof GatewayError>[1]>> = {
  invalidRequest: {
    message: 'Invalid request parameters: limit must be a whole number from 1 to 1000, got 0',
    metadata: {
      issues: [{ path: 'limit', message: 'limit must be a whole number from 1 to 1000, got 0' }],
    },
  },
  insufficientCredits: { metadata: { required_usd: '0.04' } },
  payloadTooLarge: { metadata: { limit_bytes: 33_554_432 } },
  rateLimited: { metadata: { limit: 10, reset_seconds: 7 } },
  providerFailed: { metadata: { provider_name: 'Acme', attempts } },
  timedOut: { metadata: { provider_name: 'Acme', attempts } },
  providerOverloaded: { metadata: { provider_name: 'Acme', attempts } },
};

/** Errors of callers that are not known, so that there is no `user_id`. */
const UNAUTHENTICATED: readonly ErrorName[] = ['missingAuthentication', 'invalidKey'];

/** An example of each error, made by the gateway's own code. */
export function errorExamples(names: readonly ErrorName[]): Record<string, ExampleObject> {
  return Object.fromEntries(
    names.map((name) => {
      const userId = UNAUTHENTICATED.includes(name) ? undefined : 'user_2dHFtVWx2n56w6HkM';
      const { body } = errorResponse(new GatewayError(name, DETAILS[name]), userId);
      if (body.kind !== 'json') throw new Error('an error is answered with JSON');
      return [name, { summary: ERRORS[name].message, value: body.value }];
    }),
  );
}
