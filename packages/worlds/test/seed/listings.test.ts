import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Model } from '@model-gateway/core';
import { generateCatalog } from './generated.ts';

/* How real vendors and gateways list models, seen from one record and its neighbours. */

const DAY = 86_400;
const MONTH = 30.4375 * DAY;
const REFERENCE = Date.UTC(2026, 10, 1) / 1000;

for (const seed of [7, 1, 3]) {
  describe(`the listings of a world of 400 from seed ${seed}`, () => {
    const models = [...generateCatalog({ seed, models: 400 })].map(({ model }) => model);
    const texts = models.filter(({ architecture }) =>
      architecture.output_modalities.includes('text'),
    );
    const share = (all: readonly Model[], holds: (model: Model) => boolean) =>
      all.filter(holds).length / all.length;

    it('are of midnight when they are over 20 months old, aliases and routers too, and only then', () => {
      for (const { id, created } of models) {
        const months = (REFERENCE - created) / MONTH;
        if (months > 21) assert.equal(created % DAY, 0, id);
        if (months < 20) assert.notEqual(created % DAY, 0, id);
      }
    });

    it('are rarely of a weekend', () => {
      const weekend = ({ created }: Model) => [0, 6].includes(new Date(created * 1000).getUTCDay());
      assert.ok(share(models, weekend) < 0.12, `${share(models, weekend)}`);
    });

    it('offer whole contexts, but for a tenth, which hosts shorten', () => {
      const shortened = ({
        context_length: length,
        top_provider: { context_length: offered },
      }: Model) => offered != null && offered !== length;
      assert.ok(share(texts, shortened) > 0.03 && share(texts, shortened) < 0.17);
    });

    it('recommend what the vendor recommends for the other models of a generation', () => {
      const ofKarst = texts.filter(({ id }) => /^karst\/[^:]*$/.test(id));
      const recommended = ofKarst.flatMap(({ default_parameters: all }) => all?.temperature ?? []);
      assert.ok(recommended.length > 4, `${recommended.length}`);
      assert.ok(recommended.filter((value) => value === 0.3).length > 0.7 * recommended.length);
    });

    it('have results that are alike in one arena', () => {
      const spreads = texts.flatMap(({ benchmarks }) => {
        const elos = (benchmarks?.design_ranking ?? [])
          .filter(({ arena }) => arena === 'models')
          .map(({ elo }) => elo);
        return elos.length < 4 ? [] : [Math.max(...elos) - Math.min(...elos)];
      });
      const median = spreads.toSorted((one, other) => one - other)[spreads.length >> 1] ?? NaN;
      assert.ok(median > 60 && median < 125, `${median}`);
    });

    it('rank few models without an index that came within half a year', () => {
      const recent = texts.filter(
        ({ created, benchmarks }) =>
          created > REFERENCE - 5 * MONTH && (benchmarks?.design_ranking ?? []).length > 0,
      );
      const alone = share(recent, ({ benchmarks }) => benchmarks?.external_index === undefined);
      assert.ok(alone < 0.3, `${alone}`);
    });

    it('have no discount and no limits per request for text, which were not observed', () => {
      for (const { id, pricing, per_request_limits: limits } of texts) {
        assert.equal(pricing.discount, undefined, id);
        assert.equal(limits, null, id);
      }
    });
  });
}
