import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { systemClock } from '@model-gateway/core';
import { serve } from '@model-gateway/node';
import { openGateway } from '../../src/index.ts';
import { dateModels } from '../../src/providers/date-models.ts';
import { model } from '@model-gateway/worlds';

const INSTALLED = Date.UTC(2026, 10, 1);
const DAY = 86_400_000;

describe('the date of a model that providers list', () => {
  const listed = (slug: string, created: number) => ({
    slug,
    name: slug,
    catalog: [model({ id: 'acme/painter', created })],
  });
  const seenAt = (milliseconds: number) => ({
    firstSeen: async (ids: readonly string[]) => new Map(ids.map((id) => [id, milliseconds])),
  });
  const datesOf = async (...providers: ReturnType<typeof listed>[]) => {
    const dated = await dateModels(providers, seenAt(1_793_491_200_999));
    return providers.flatMap(({ catalog }) => catalog.map((entry) => dated(entry).model.created));
  };

  it('is its release, where the provider says it', async () => {
    assert.deepEqual(await datesOf(listed('one', 1_700_000_000)), [1_700_000_000]);
  });

  it('is the second at which it was first seen, where no provider says its release', async () => {
    assert.deepEqual(await datesOf(listed('one', 0)), [1_793_491_200]);
  });

  it('is the release that another provider of the same model says', async () => {
    assert.deepEqual(
      await datesOf(listed('one', 0), listed('two', 1_700_000_000)),
      [1_700_000_000, 1_700_000_000],
    );
  });
});

describe('GET /models of a gateway without a catalog', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'model-gateway-server-'));
  });
  after(() => rm(folder, { recursive: true }));

  /** The ids that a gateway started at this time lists, with their dates in milliseconds. */
  const listAt = async (time: number, query: string) => {
    await using gateway = await openGateway(
      {
        store: 'sqlite:gateway.db',
        catalog: { public: true },
        log: { level: 'silent' },
        providers: [
          { kind: 'gemini', apiKey: 'k' },
          { kind: 'openai', apiKey: 'k', models: ['openai/gpt-image-1-mini'] },
        ],
      },
      { folder, clock: { now: () => time, after: systemClock.after } },
    );
    await using server = await serve(gateway.handle);
    const response = await fetch(`${server.url}/models?output_modalities=image&${query}`);
    const { data } = await response.json();
    return data.map(({ id, created }: { id: string; created: number }) => [id, created * 1000]);
  };

  it('sorts models by their release, or by the start that first listed them', async () => {
    const [[newest, installed], [second, released]] = await listAt(INSTALLED, 'sort=newest');
    assert.deepEqual([newest, installed], ['google/gemini-3-pro-image', INSTALLED]);
    assert.ok(second.startsWith('google/') || second.startsWith('openai/'));
    assert.ok(released <= INSTALLED);
  });

  it('does not make a model newer by a restart', async () => {
    const before = await listAt(INSTALLED, '');
    assert.deepEqual(await listAt(INSTALLED + 40 * DAY, ''), before);
    assert.deepEqual(await listAt(INSTALLED + 40 * DAY, 'max_age_days=7'), []);
  });
});
