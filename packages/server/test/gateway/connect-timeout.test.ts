import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as v from 'valibot';
import { ConfigSchema, type ConfigInput } from '../../src/config/schema.ts';
import { connectTimeoutMs } from '../../src/gateway/connect-timeout.ts';

const QUILL = { context: 8192, pricing: { prompt: '0', completion: '0' } };

/** The time for a configuration with these. */
function timeFor(inference: ConfigInput['inference'], ...connectMs: readonly number[]): number {
  const models = Object.fromEntries(
    connectMs.map((each, at) => [`acme/quill-${at}`, { ...QUILL, limits: { connectMs: each } }]),
  );
  const providers = [
    { kind: 'openai', models: 'all' as const },
    { kind: 'openai-compatible', models: { ...models, 'acme/plain': QUILL } },
  ];
  const config = v.parse(ConfigSchema, { inference, providers });
  // Only members are read that are the same once it is resolved.
  return connectTimeoutMs(config as never);
}

describe('the time to connect to a provider', () => {
  for (const [expected, inference, ...models] of [
    [5000, {}],
    [5000, { connectMs: 100 }, 200],
    [9000, { connectMs: 9000 }, 200],
    [20_000, { connectMs: 9000 }, 20_000, 300],
  ] as const) {
    it(`is ${expected} for ${JSON.stringify([inference, ...models])}`, () => {
      assert.equal(timeFor(inference, ...models), expected);
    });
  }
});
