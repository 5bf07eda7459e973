import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PROVIDERS } from '../support/providers.ts';
import { SkippingClock } from '../support/skipping-clock.ts';

const FIRST_IMAGE_MODELS = Date.UTC(2022, 0, 1) / 1000;
const TABLES_READ = Date.UTC(2026, 10, 20) / 1000;

describe('the release of a model', () => {
  const http = () => Promise.reject(new Error('not called'));
  const createdOf = new Map(
    Object.values(PROVIDERS).flatMap(({ create, needs }) =>
      create({
        ...needs,
        apiKey: 'k',
        http,
        clock: new SkippingClock(),
      } as never).catalog.map(({ model }): [string, number] => [model.id, model.created]),
    ),
  );

  for (const [id, day] of [
    ['google/gemini-nano-banana-2.1', '2026-10-07'],
    ['openai/gpt-image-2', '2026-04-21'],
    ['bytedance/seedream-5.5', '2026-10-28'],
    ['bytedance/seedream-4.0', '2025-08-28'],
  ] as const) {
    it(`is ${day} for ${id}`, () => {
      assert.equal(createdOf.get(id), Date.parse(day) / 1000);
    });
  }

  it('is a day before the tables were read, or 0 where it is not known', () => {
    assert.ok(createdOf.size > 40, `${createdOf.size} models`);
    for (const [id, created] of createdOf) {
      const isPast = created >= FIRST_IMAGE_MODELS && created <= TABLES_READ;
      assert.ok(created === 0 || isPast, `${id}: ${created}`);
    }
  });
});
