import type { HeaderObject, Reference } from './document.ts';

/** `required` means that a response that lists the header always has it. */
const TABLE = {
  'x-request-id': {
    description: "The request's `x-request-id`, or a new one.",
    required: true,
    schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,128}$' },
  },
  'request-id': {
    description: 'The same as `x-request-id`, for clients of Anthropic.',
    required: true,
    schema: { type: 'string' },
  },
  'cache-control': {
    description: 'Errors and private data are `no-store`; the catalog may be revalidated.',
    required: true,
    schema: { type: 'string' },
  },
  etag: {
    description: 'The version of the content, for `if-none-match` or `if-match`.',
    required: true,
    schema: { type: 'string', pattern: '^(W/)?".*"$' },
  },
  'x-generation-id': {
    description: 'The id of this generation.',
    required: true,
    schema: { type: 'string', pattern: '^gen-(img-)?\\d+-\\w+$' },
  },
  'x-provider-name': {
    description:
      'The provider that answers; absent from a stream that begins before one has accepted the request.',
    schema: { type: 'string' },
  },
  'x-gateway-warnings': {
    description:
      'Parameters that were changed or ignored, such as `aspect_ratio=clamped:16:9, quality=ignored`.',
    schema: { type: 'string' },
  },
  'www-authenticate': {
    description: 'How to authenticate.',
    required: true,
    schema: { type: 'string', enum: ['Bearer'] },
  },
  'retry-after': {
    description: 'Seconds to wait before retrying.',
    schema: { type: 'integer', minimum: 0 },
  },
  'x-should-retry': {
    description: 'Whether the same request may do better when it is sent again.',
    schema: { type: 'string', enum: ['true', 'false'] },
  },
  'ratelimit-limit': {
    description: 'Requests per window, if the key is rate limited.',
    schema: { type: 'integer', minimum: 0 },
  },
  'ratelimit-remaining': {
    description: 'Requests left in this window.',
    schema: { type: 'integer', minimum: 0 },
  },
  'ratelimit-reset': {
    description: 'Seconds until the window ends.',
    schema: { type: 'integer', minimum: 0 },
  },
} satisfies Readonly<Record<string, HeaderObject>>;

export type HeaderName = keyof typeof TABLE;

export const HEADERS: Readonly<Record<HeaderName, HeaderObject>> = TABLE;

/** Headers of every response. */
const ALWAYS = ['x-request-id', 'cache-control'] as const;

/** Headers of answers to rate-limited requests. */
export const RATE_LIMIT = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'] as const;

/** Returns references to the headers of a response: these and those of every response. */
export function headersOf(names: readonly HeaderName[] = []): Readonly<Record<string, Reference>> {
  return Object.fromEntries(
    [...ALWAYS, ...names].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
}
