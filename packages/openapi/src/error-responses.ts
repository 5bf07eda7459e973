import {
  ERRORS,
  errorResponse,
  GatewayError,
  type ErrorName,
  type GatewayErrorOptions,
} from '@model-gateway/core';
import type { ExampleObject, ResponseObject, SchemaObject } from './document.ts';
import { headersOf, RATE_LIMIT, type HeaderName } from './headers.ts';

const anything: SchemaObject = { type: ['object', 'null'], additionalProperties: true };

/** The error envelope. Source: contract §9. */
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
            'More for programs: `issues` lists the problems of a 400 with their paths, the first 100 of them, and `more_issues` says how many there are besides; `attempts` lists the providers that were asked.',
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

/** Answered while it is not known who calls, or whether they may. */
const BEFORE_THE_CALLER = new Set([401, 403]);

/** What an interface's own errors are like, where it is not what their names say. */
export interface ErrorTexts {
  /** What the description of a response says; the message of the name by default. */
  readonly descriptions?: Readonly<Partial<Record<ErrorName, string>>>;
  /** What makes an example more than its message. */
  readonly examples: Readonly<Partial<Record<ErrorName, GatewayErrorOptions>>>;
  /** The caller's user, where errors say it: undefined for callers who are not known. */
  readonly userOf: (name: ErrorName) => string | undefined;
}

/** The responses to the errors of these names, by status. */
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

/** An example of each error, made by the gateway's own code. */
export function errorExamples(
  names: readonly ErrorName[],
  { descriptions = {}, examples, userOf }: ErrorTexts,
): Record<string, ExampleObject> {
  return Object.fromEntries(
    names.map((name) => {
      const { body } = errorResponse(new GatewayError(name, examples[name]), userOf(name));
      if (body.kind !== 'json') throw new Error('an error is answered with JSON');
      const summary = descriptions[name] ?? ERRORS[name].message;
      return [name, { summary, value: body.value }];
    }),
  );
}
