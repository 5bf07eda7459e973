import {
  ERRORS,
  GatewayError,
  type ErrorName,
  type GatewayErrorOptions,
} from '@model-gateway/core';
import { errorResponse } from '@model-gateway/core/http';
import type { ExampleObject, ResponseObject, SchemaObject } from './document.ts';
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
  401: ['www-authenticate'],
  429: ['retry-after', ...RATE_LIMIT],
  503: ['retry-after'],
  529: ['retry-after'],
};

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

/** Returns an example of each error, created by the gateway's own code. */
export function errorExamples(
  names: readonly ErrorName[],
  { descriptions = {}, examples, userOf }: ErrorTexts,
): Record<string, ExampleObject> {
  return Object.fromEntries(
    names.map((name) => {
      const { body } = errorResponse(new GatewayError(name, examples[name]), userOf(name));
      if (body.kind !== 'json') throw new Error('an error answer must be JSON');
      const summary = descriptions[name] ?? ERRORS[name].message;
      return [name, { summary, value: body.value }];
    }),
  );
}
