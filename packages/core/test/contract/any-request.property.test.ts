import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import * as v from 'valibot';
import { OPERATIONS, type Operation } from '@model-gateway/core';
import { anyCharacter } from '../any-character.ts';
import { ASPECT_RATIOS } from '../../src/resources/image-request.ts';
import { SORT_ORDERS } from '../../src/catalog/sort-orders.ts';
import type { Answer } from '../builders.ts';
import { MODEL } from '../images/image-builders.ts';
import { aWholeGateway, DESTINATION, INFERENCE, MANAGEMENT, sendTo } from './whole-gateway.ts';

/** `pnpm test:system` asks twenty times as many; from half of that on no more code is reached. */
const REQUESTS_PER_OPERATION = process.env['MODEL_GATEWAY_LONG_TESTS'] === '1' ? 10_000 : 500;
/** Requests in one run of fast-check, which costs more than the requests themselves. */
const REQUESTS_PER_RUN = 500;

const ErrorSchema = v.strictObject({
  error: v.strictObject({
    code: v.pipe(v.number(), v.integer()),
    message: v.pipe(v.string(), v.minLength(1)),
    metadata: v.optional(v.record(v.string(), v.unknown())),
  }),
  user_id: v.string(),
});

/** Values that have broken parsers, databases and prototypes. */
const NASTY = [
  '',
  ' ',
  '0',
  '-1',
  '1e309',
  'null',
  'undefined',
  'NaN',
  'true',
  '[]',
  '{}',
  '%',
  '%00',
  '%ZZ',
  '\0',
  '\ud800',
  '\uFFFE',
  '__proto__',
  'constructor',
  'toString',
  '../..',
  "' OR 1=1 --",
  '<script>',
  ']]>',
  '\r\nx-injected: 1',
  '🐼',
  'a'.repeat(5000),
  '9007199254740993',
  '0x10',
] as const;

const nasty = fc.constantFrom<string>(...NASTY);
const scalar = fc.oneof(
  nasty,
  fc.string({ unit: anyCharacter, maxLength: 20 }),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
);

/** A query with known and unknown names, sensible and other values. */
function queryOf({ query }: Operation) {
  const names = [...Object.keys(query.entries), '__proto__', 'unknown'];
  const value = fc.oneof(
    nasty,
    fc.nat(2000).map(String),
    fc.constantFrom(
      'text',
      'all',
      'text,image',
      'tools',
      'true',
      'eu',
      'programming',
      ...SORT_ORDERS,
    ),
  );
  return fc
    .array(fc.tuple(fc.constantFrom(...names), value, fc.boolean()), { maxLength: 4 })
    .map((pairs) =>
      pairs
        .map(([name, text, raw]) => {
          const given = raw ? text.replace(/[#?]/g, '') : encodeURIComponent(text.toWellFormed());
          return `${name}=${given}`;
        })
        .join('&'),
    );
}

const json = fc.jsonValue({ maxDepth: 3 });
const imageBody = fc.record(
  {
    model: fc.oneof({ arbitrary: fc.constant(MODEL), weight: 8 }, scalar),
    prompt: fc.oneof({ arbitrary: fc.string({ minLength: 1 }), weight: 8 }, scalar),
    aspect_ratio: fc.oneof(fc.constantFrom(...ASPECT_RATIOS), scalar),
    background: fc.oneof(fc.constantFrom('auto', 'transparent', 'opaque'), scalar),
    input_references: fc.oneof(
      fc.array(
        fc.record({ type: fc.constant('image_url'), image_url: fc.record({ url: nasty }) }),
        { maxLength: 2 },
      ),
      json,
    ),
    n: fc.oneof(fc.integer({ min: 0, max: 12 }), scalar),
    output_compression: fc.oneof(fc.integer({ min: -1, max: 101 }), scalar),
    output_format: fc.oneof(fc.constantFrom('png', 'jpeg', 'webp', 'svg'), scalar),
    provider: fc.oneof(
      fc.record(
        {
          only: fc.constantFrom(null, ['one'], []),
          sort: fc.constantFrom('price', 'latency', 'luck'),
          options: json,
        },
        { requiredKeys: [] },
      ),
      json,
    ),
    quality: fc.oneof(fc.constantFrom('auto', 'low', 'high'), scalar),
    resolution: fc.oneof(fc.constantFrom('512', '1K', '2K', '4K'), scalar),
    seed: scalar,
    size: fc.oneof(fc.constantFrom('1K', '512x512', '64x8192', '1x1', '99999x1'), scalar),
    stream: scalar,
  },
  { requiredKeys: ['model', 'prompt'] },
);
const patchBody = fc.record(
  {
    name: scalar,
    enabled: scalar,
    privacy_mode: scalar,
    sampling_rate: fc.oneof(fc.double({ min: 0, max: 1 }), scalar),
    api_key_hashes: fc.oneof(
      fc.constant(null),
      fc.constant([]),
      fc.constant(['a'.repeat(64)]),
      json,
    ),
    filter_rules: fc.oneof(fc.constant(null), fc.constant({ groups: [] }), json),
    config: fc.oneof(
      fc.dictionary(fc.constantFrom('publicKey', 'secretKey', 'baseUrl', 'headers', 'x'), scalar),
      json,
    ),
    id: scalar,
    type: scalar,
  },
  { requiredKeys: [] },
);

const BODIES: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  createImage: imageBody,
  updateDestination: patchBody,
};

/** A body that is often what the operation takes, sometimes any JSON, sometimes any text. */
function bodyOf({ id }: Operation): fc.Arbitrary<unknown> {
  const usual = BODIES[id];
  if (usual === undefined) return fc.constant(undefined);
  return fc.oneof(
    { arbitrary: usual, weight: 8 },
    { arbitrary: json.map((value) => JSON.stringify(value)), weight: 1 },
    { arbitrary: fc.string({ unit: anyCharacter, maxLength: 40 }), weight: 1 },
  );
}

const pathOf = ({ path }: Operation) =>
  path.includes(':id')
    ? fc.oneof(
        { arbitrary: fc.constant(path.replace(':id', DESTINATION)), weight: 8 },
        {
          arbitrary: nasty.map((text) =>
            path.replace(':id', encodeURIComponent(`x${text.toWellFormed()}`)),
          ),
          weight: 1,
        },
      )
    : fc.constant(path);

function check(
  operation: Operation,
  { status, headers, text }: Answer,
  documented: ReadonlySet<number>,
) {
  if (status === 200) {
    const type = headers['content-type'] ?? '';
    if (type.startsWith('application/rss+xml') || type.startsWith('text/event-stream')) return;
    assert.ok(
      operation.response && v.is(operation.response, JSON.parse(text)),
      `outside the schema: ${text.slice(0, 300)}`,
    );
    return;
  }
  assert.ok(documented.has(status), `undocumented status ${status}: ${text}`);
  const envelope = v.parse(ErrorSchema, JSON.parse(text));
  assert.equal(envelope.error.code, status);
  assert.doesNotMatch(text, /\.ts:\d|node_modules|at Object\./);
}

describe('any request at all', () => {
  for (const operation of OPERATIONS as readonly Operation[]) {
    it(`${operation.id}: ${REQUESTS_PER_OPERATION} requests get a documented answer`, async () => {
      const { gateway, errors } = aWholeGateway();
      // Of the documented statuses only a failing store may give 500.
      const documented = new Set([400, 402, 404, 409, 413, 429, 502, 524, 529]);
      const headers = operation.permission === 'management' ? MANAGEMENT : INFERENCE;
      const request = fc.record({
        path: pathOf(operation),
        query: queryOf(operation),
        body: bodyOf(operation),
      });
      await fc.assert(
        fc.asyncProperty(
          fc.array(request, { minLength: REQUESTS_PER_RUN, maxLength: REQUESTS_PER_RUN }),
          async (requests) => {
            for (const { path, query, body } of requests) {
              const sent = { method: operation.method, path: `${path}?${query}`, headers, body };
              check(operation, await sendTo(gateway, sent), documented);
            }
          },
        ),
        { seed: 11, numRuns: REQUESTS_PER_OPERATION / REQUESTS_PER_RUN, endOnFailure: true },
      );
      assert.deepEqual(errors, []);
      // What writes to a prototype would be seen on every object.
      assert.deepEqual(Object.keys(Object.prototype), []);
      assert.equal(Reflect.get({}, 'polluted'), undefined);
    });
  }
});
