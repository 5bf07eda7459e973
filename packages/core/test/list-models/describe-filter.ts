import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CatalogEntry } from '@model-gateway/core';
import { aGateway, ids } from '../builders.ts';

interface Case {
  readonly rule: string;
  readonly search: string;
  readonly found: readonly string[];
}

/** Runs `cases` over a catalog whose ids are the keys of `models`. */
export function describeFilter(
  name: string,
  models: Readonly<Record<string, CatalogEntry>>,
  cases: readonly Case[],
): void {
  const entries = Object.entries(models).map(([id, { model, signals }]) => ({
    model: { ...model, id, canonical_slug: model.canonical_slug.replace('acme/model', id) },
    signals,
  }));
  const gateway = aGateway({ entries });
  describe(name, () => {
    for (const { rule, search, found } of cases) {
      it(`${rule}: ${search}`, async () => {
        assert.deepEqual(await ids(gateway, search), found);
      });
    }
  });
}
