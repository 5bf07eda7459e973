import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createManualClock } from '@model-gateway/core';
import { gemini } from '@model-gateway/providers/gemini';
import { keepingNothing } from '../../src/providers/keeping-nothing.ts';

it('a provider that keeps nothing lists its models as of the day, too', () => {
  // Gemini 2.5 Pro ends on 2026-12-01.
  const clock = createManualClock(Date.parse('2026-11-30T23:59:00Z'));
  const http = () => Promise.reject(new Error('nothing is sent'));
  const models = ['google/gemini-2.5-pro', 'google/gemini-4-argon'];
  const provider = keepingNothing(
    gemini({
      apiKey: 'key',
      http,
      clock,
      models: Object.fromEntries(models.map((id) => [id, {}])),
    }),
  );
  const listed = () => provider.catalog.map(({ model }) => model.id);
  assert.deepEqual(listed(), models);
  assert.equal(provider.chat?.endpoint(models[1] ?? '')?.isZeroRetention, true);
  clock.advance(60_000);
  assert.deepEqual(listed(), models.slice(1));
  assert.deepEqual(provider.models.length, 1);
  assert.deepEqual(
    provider.retired.map(({ id }) => id),
    models.slice(0, 1),
  );
});
