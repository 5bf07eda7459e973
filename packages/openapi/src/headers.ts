import type { HeaderObject, Reference } from './document.ts';

/** `required` says that a response which lists the header always has it. */
const TABLE = {
  'x-request-id': {
    description: "The request's own `x-request-id`, or a new one.",
    required: true,
    schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,128}$' },
  },
  'cache-control': {
    description: 'Errors and private data are `no-store`; the catalog may be revalidated.',
    required: true,
    schema: { type: 'string' },
  },
  etag: {
    description: 'The version of what is answered, for `if-none-match` or `if-match`.',
    required: true,
    schema: { type: 'string', pattern: '^(W/)?".*"$' },
  },
  'x-generation-id': {
    description: 'The id of this generation.',
    required: true,
    schema: { type: 'string', pattern: '^gen-img-\\d+-\\w+$' },
  },
  'x-provider-name': {
    description: 'The provider that made the images.',
    required: true,
    schema: { type: 'string' },
  },
  'x-gateway-warnings': {
    description:
      'What was not done exactly as asked, such as `aspect_ratio=clamped:16:9, quality=ignored`.',
    schema: { type: 'string' },
  },
  'www-authenticate': {
    description: 'How to authenticate.',
    required: true,
    schema: { type: 'string', enum: ['Bearer'] },
  },
  'retry-after': {
    description: 'Seconds after which to try again.',
    schema: { type: 'integer', minimum: 0 },
  },
  'ratelimit-limit': {
    description: 'Requests per window, where requests of a key are limited.',
    schema: { type: 'integer', minimum: 0 },
  },
  'ratelimit-remaining': {
    description: 'Requests that are left in this window.',
    schema: { type: 'integer', minimum: 0 },
  },
  'ratelimit-reset': {
    description: 'Seconds until the window ends.',
    schema: { type: 'integer', minimum: 0 },
  },
} satisfies Readonly<Record<string, HeaderObject>>;

export type HeaderName = keyof typeof TABLE;

export const HEADERS: Readonly<Record<HeaderName, HeaderObject>> = TABLE;

/** On every response. */
const ALWAYS = ['x-request-id', 'cache-control'] as const;

/** On the answers to requests that count against a limit. */
export const RATE_LIMIT = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'] as const;

/** References to the headers of a response: the given ones and those that every response has. */
export function headersOf(names: readonly HeaderName[] = []): Readonly<Record<string, Reference>> {
  return Object.fromEntries(
    [...ALWAYS, ...names].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
}
