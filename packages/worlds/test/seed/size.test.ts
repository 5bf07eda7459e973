// System: generates up to 95,000 models.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Model } from '@model-gateway/core';
import { distancesOf } from '../compare/distance.ts';
import { tellApart } from '../compare/tell-apart.ts';
import { createEntrySource } from './generated.ts';

/* Large worlds grow by more families and vendors of the same habits. */

const { entryAt } = createEntrySource(7);

/** The text models among 800 from an index on, which are as many as features need. */
function textModelsFrom(start: number): readonly Model[] {
  return Array.from({ length: 800 }, (_, offset) => entryAt(start + offset).model).filter(
    ({ architecture }) => architecture.output_modalities.includes('text'),
  );
}

const first = textModelsFrom(0);

for (const start of [2000, 95_000]) {
  describe(`the models from the ${start}th on`, () => {
    const later = textModelsFrom(start);

    it('are like the first in nearly all features', () => {
      const near = distancesOf(first, later).filter(({ points }) => points <= 12);
      assert.ok(near.length >= 72, `${near.length} features within 12 points`);
    });

    it('are hard to tell from the first', () => {
      const area = tellApart(first, later);
      assert.ok(area <= 0.75, `${area}`);
    });

    it('are as old, to two and a half months', () => {
      const median = (models: readonly Model[]) =>
        models.map(({ created }) => created).toSorted((a, b) => a - b)[models.length >> 1] ?? 0;
      const months = Math.abs(median(first) - median(later)) / (30 * 86_400);
      // Aliases, which are young, are among the first only.
      assert.ok(months <= 2.5, `${months} months`);
    });
  });
}
