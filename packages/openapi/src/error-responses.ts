import {
  ERRORS,
  GatewayError,
  type ErrorName,
  type GatewayErrorOptions,
} from '@model-gateway/core';
import { errorResponse, type ErrorForm } from '@model-gateway/core/http';
import type { ExampleObject, MediaTypeObject, ResponseObject, SchemaObject } from './document.ts';
import { headersOf, RATE_LIMIT, type HeaderName } from './headers.ts';

const anything: SchemaObject = { type: ['object', 'null'], additionalProperties: true };

/** The error envelope. Source: contract §9. */
export const ERROR_SCHEMA: SchemaObject = {
  description: 'The envelope of every error.',
  type: 'object',
  properties: {
    error: {
      description: 'The error itself.',
      type: 'object',
      properties: {
        code: { description: 'Equals the HTTP status.', type: 'integer' },
        message: { description: 'A message for people.', type: 'string' },
        metadata: {
          ...anything,
          description:
            'Details for programs: `issues` lists the first 100 problems of a 400 with their paths, and `more_issues` counts the others; `attempts` lists the providers that were called.',
        },
      },
      required: ['code', 'message'],
    },
    gateway_metadata: { ...anything, description: 'Information about the gateway.' },
    user_id: {
      description: "The caller's user, after authentication.",
      type: ['string', 'null'],
    },
  },
  required: ['error'],
};

/** Headers that errors of a status have besides those of every response. */
const HEADERS_BY_STATUS: Readonly<Record<number, readonly HeaderName[]>> = {
  400: ['x-should-retry'],
  401: ['www-authenticate', 'x-should-retry'],
  402: ['x-should-retry'],
  403: ['x-should-retry'],
  404: ['x-should-retry'],
  409: ['retry-after', 'x-should-retry'],
  413: ['x-should-retry'],
  429: ['retry-after', ...RATE_LIMIT],
  502: ['x-should-retry'],
  503: ['retry-after'],
  529: ['retry-after'],
};

/** Of the examples. */
const REQUEST_ID = 'a5f0c1de-2b7e-4c06-9d0e-6f3f1c2b7a10';

/** Errors before authentication and authorization are complete. */
const BEFORE_THE_CALLER = new Set([401, 403, 431]);

/** Texts of an interface's errors that differ from the defaults. */
export interface ErrorTexts {
  /** Descriptions of responses; the message of the error by default. */
  readonly descriptions?: Readonly<Partial<Record<ErrorName, string>>>;
  /** Further members of examples. */
  readonly examples: Readonly<Partial<Record<ErrorName, GatewayErrorOptions>>>;
  /** The user in an example; undefined for unauthenticated callers. */
  readonly userOf: (name: ErrorName) => string | undefined;
}

/** Returns the responses for these errors, by status. */
export function errorResponses(
  names: readonly ErrorName[],
  { descriptions = {} }: ErrorTexts,
  headers: readonly HeaderName[] = [],
  bodyOf: (names: readonly ErrorName[]) => MediaTypeObject = envelopes,
): Record<string, ResponseObject> {
  const statuses = [...new Set(names.map((name) => ERRORS[name].status))];
  return Object.fromEntries(
    statuses.map((status) => {
      const group = names.filter((name) => ERRORS[name].status === status);
      const texts = group.map((name) => descriptions[name] ?? ERRORS[name].message);
      const response: ResponseObject = {
        description: [...new Set(texts)].join('; or: '),
        headers: headersOf([
          ...new Set([
            ...(HEADERS_BY_STATUS[status] ?? []),
            ...(BEFORE_THE_CALLER.has(status) ? [] : headers),
          ]),
        ]),
        content: { 'application/json': bodyOf(group) },
      };
      return [status, response];
    }),
  );
}

function envelopes(names: readonly ErrorName[]): MediaTypeObject {
  return {
    schema: { $ref: '#/components/schemas/Error' },
    examples: Object.fromEntries(
      names.map((name) => [name, { $ref: `#/components/examples/${name}` }]),
    ),
  };
}

/** Returns an example of each error, created by the gateway's own code. */
export function errorExamples(
  names: readonly ErrorName[],
  { descriptions = {}, examples, userOf }: ErrorTexts,
  form?: ErrorForm,
): Record<string, ExampleObject> {
  return Object.fromEntries(
    names.map((name) => {
      const error = new GatewayError(name, examples[name]);
      const options = form === undefined ? {} : { form, requestId: REQUEST_ID };
      const { body } = errorResponse(error, userOf(name), options);
      if (body.kind !== 'json') throw new Error('an error answer must be JSON');
      const summary = descriptions[name] ?? ERRORS[name].message;
      return [name, { summary, value: body.value }];
    }),
  );
}
