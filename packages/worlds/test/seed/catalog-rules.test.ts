import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CatalogIndex, type CatalogEntry } from '@model-gateway/core';
import { generateCatalog } from './generated.ts';
import { PROVIDERS } from '../../src/seed/signals/providers.ts';

const REFERENCE = Date.UTC(2026, 10, 1) / 1000;
const PRICE = /^(-1|0|(0\.|[1-9]\d*\.?)\d*[1-9]|[1-9]\d*)$/;

/** `pnpm test:system` looks at all that have names of their own. */
const MANY = process.env['MODEL_GATEWAY_LONG_TESTS'] === '1' ? 20_000 : 4000;
const entries = [...generateCatalog({ seed: 11, models: MANY })];
const models = entries.map(({ model }) => model);
const byId = new Map(entries.map((entry) => [entry.model.id, entry]));

describe('a generated catalog', () => {
  it('satisfies the wire schema without a report', () => {
    assert.deepEqual(new CatalogIndex({ entries, revision: '1' }).reports, []);
  });

  it(`has unique ids and slugs at ${MANY}, but for variants, which share their sibling’s`, () => {
    const ids = new Set<string>();
    const slugs = new Set<string>();
    let paid = 0;
    for (const model of models) {
      ids.add(model.id);
      if (model.id.includes(':')) continue;
      slugs.add(model.canonical_slug);
      paid++;
    }
    assert.equal(ids.size, MANY);
    assert.equal(slugs.size, paid);
  });

  it('has ids that look like ids', () => {
    for (const { id } of models)
      assert.match(id, /^~?[a-z][a-z0-9-]*\/[a-z][a-z0-9.-]*(:[a-z]+)?$/);
  });

  it('names the author before nearly every model', () => {
    const named = models.filter(({ name }) => /^[A-Z][^:]*: \S/.test(name));
    const share = named.length / models.length;
    assert.ok(share > 0.93 && share < 0.99, `${share}`);
  });

  it('is what JSON keeps of it', () => {
    assert.deepEqual(JSON.parse(JSON.stringify(entries)), entries);
  });

  it('links every model to the endpoints of its slug', () => {
    for (const { canonical_slug, links } of models) {
      assert.equal(links.details, `/v1/models/${canonical_slug}/endpoints`);
    }
  });

  it('names modalities from inputs to outputs, in the order of the specification', () => {
    const order = ['text', 'image', 'file', 'audio', 'video'];
    for (const { architecture } of models) {
      const { input_modalities: inputs, output_modalities: outputs } = architecture;
      assert.equal(
        architecture.modality,
        `${order.filter((each) => inputs.some((input) => input === each)).join('+')}->${outputs.join('+')}`,
      );
    }
  });

  it('is dated before its reference date, and within three and a half years', () => {
    for (const { id, created } of models) {
      assert.ok(created < REFERENCE, id);
      assert.ok(created > REFERENCE - 42 * 31 * 86_400, id);
    }
  });

  it('expires nothing in the past', () => {
    for (const { id, expiration_date } of models) {
      if (expiration_date != null) assert.ok(expiration_date > '2026-11-01', id);
    }
  });

  it('knows nothing from after its release', () => {
    for (const { id, created, knowledge_cutoff } of models) {
      if (knowledge_cutoff != null && !id.startsWith('~') && !/-\d{4}$/.test(id)) {
        assert.ok(Date.parse(knowledge_cutoff) / 1000 < created, id);
      }
    }
  });
});

describe('prices of a generated catalog', () => {
  it('are exact decimals without exponent', () => {
    for (const { id, pricing } of models) {
      for (const { overrides = [], discount: _, ...prices } of [pricing]) {
        const tiers = overrides.flatMap(({ min_prompt_tokens: __, ...rest }) =>
          Object.values(rest),
        );
        for (const price of [...Object.values(prices), ...tiers]) {
          assert.match(String(price), PRICE, id);
        }
      }
    }
  });

  it('rise with the length of the prompt, above lengths that the context allows', () => {
    for (const { id, pricing, context_length } of models) {
      let before = { above: 0, prompt: Number(pricing.prompt) };
      for (const { min_prompt_tokens: above = 0, prompt } of pricing.overrides ?? []) {
        assert.ok(above > before.above && above < (context_length ?? 0), id);
        assert.ok(Number(prompt) > before.prompt, id);
        before = { above, prompt: Number(prompt) };
      }
    }
  });

  it('ask less for reading the cache than for the prompt, and of one in fifty as much', () => {
    const cached = models.filter(({ pricing }) => pricing.input_cache_read !== undefined);
    const share = ({ pricing }: (typeof models)[number]) =>
      Number(pricing.input_cache_read) / Number(pricing.prompt);
    assert.deepEqual(
      cached.filter((each) => share(each) > 1).map(({ id }) => id),
      [],
    );
    assert.ok(cached.filter((each) => share(each) === 1).length < 0.02 * cached.length);
  });

  it('ask twice the prompt for an hour in the cache', () => {
    for (const { id, pricing } of models) {
      const prompt = Number(pricing.prompt);
      if (pricing.input_cache_write_1h !== undefined) {
        assert.ok(Math.abs(Number(pricing.input_cache_write_1h) / prompt - 2) < 1e-6, id);
      }
    }
  });

  it('discount some models, by less than all', () => {
    const discounts = models.flatMap(({ pricing }) => pricing.discount ?? []);
    assert.ok(discounts.length > 0);
    assert.ok(discounts.every((discount) => discount > 0 && discount < 1));
  });
});

describe('reasoning in a generated catalog', () => {
  it('is announced by parameters, and efforts by theirs', () => {
    for (const { id, reasoning, supported_parameters: parameters, pricing } of models) {
      if (pricing.prompt === '-1') continue;
      assert.equal(parameters.includes('reasoning'), reasoning !== undefined, id);
      assert.equal(parameters.includes('include_reasoning'), reasoning !== undefined, id);
      const efforts = reasoning?.supported_efforts !== undefined;
      assert.equal(parameters.includes('reasoning_effort'), efforts, id);
    }
  });

  it('cannot be off or `none` where it is mandatory', () => {
    for (const { id, reasoning } of models) {
      if (reasoning?.mandatory !== true) continue;
      assert.notEqual(reasoning.default_enabled, false, id);
      assert.ok(!reasoning.supported_efforts?.includes('none'), id);
    }
  });

  it('defaults to an effort that is supported', () => {
    for (const { id, reasoning } of models) {
      const { supported_efforts: efforts, default_effort: usual } = reasoning ?? {};
      if (usual !== undefined && efforts != null) assert.ok(efforts.includes(usual), id);
    }
  });

  it('lists efforts highest first', () => {
    const order = ['max', 'xhigh', 'high', 'medium', 'low', 'minimal', 'none'];
    for (const { id, reasoning } of models) {
      const places = (reasoning?.supported_efforts ?? []).map((effort) =>
        order.indexOf(String(effort)),
      );
      assert.deepEqual(
        places,
        places.toSorted((one, other) => one - other),
        id,
      );
    }
  });

  it('says that a token budget is supported, or nothing', () => {
    for (const { reasoning } of models) {
      if (reasoning !== undefined && 'supports_max_tokens' in reasoning) {
        assert.equal(reasoning.supports_max_tokens, true);
      }
    }
  });
});

describe('special models of a generated catalog', () => {
  const withId = (matches: (id: string) => boolean) => models.filter(({ id }) => matches(id));

  it('are free variants, of which four in ten have no paid model', () => {
    const free = withId((id) => id.endsWith(':free'));
    const share = free.filter(({ id }) => byId.has(id.slice(0, -':free'.length))).length;
    assert.ok(share > 0.5 * free.length && share < 0.75 * free.length, `${share}`);
  });

  it('are free variants that are like a paid model, which stands before them', () => {
    for (const variant of withId((id) => id.endsWith(':free'))) {
      assert.deepEqual(variant.pricing, { prompt: '0', completion: '0' });
      const paid = byId.get(variant.id.slice(0, -':free'.length))?.model;
      if (paid === undefined) continue;
      assert.ok(Number(paid.pricing.prompt) > 0, variant.id);
      assert.ok(models.indexOf(paid) < models.indexOf(variant), variant.id);
      assert.equal(variant.canonical_slug, paid.canonical_slug);
      assert.equal(variant.created, paid.created);
      assert.equal(variant.name, `${paid.name.trimEnd()} (free)`);
    }
  });

  it('are aliases of the newest model of a line, which stands before them', () => {
    const aliases = withId((id) => id.startsWith('~'));
    assert.ok(aliases.length > 0);
    for (const alias of aliases) {
      const target = models.find(({ name }) =>
        alias.description?.endsWith(`; now ${name.trim().split(': ').at(-1)}.`),
      );
      assert.ok(target !== undefined, alias.id);
      assert.ok(models.indexOf(target) < models.indexOf(alias), alias.id);
      assert.match(alias.id, /^~[a-z-]+\/[a-z0-9.-]+-latest$/);
      assert.equal(alias.architecture.tokenizer, 'Router');
      assert.deepEqual(alias.pricing, target.pricing);
      assert.deepEqual(alias.reasoning, target.reasoning);
    }
  });

  it('are routers without price, reasoning or limits', () => {
    const routers = withId((id) => id.startsWith('gateway/'));
    assert.ok(routers.length > 0);
    for (const { architecture, pricing, reasoning, top_provider } of routers) {
      assert.equal(architecture.tokenizer, 'Router');
      assert.deepEqual(pricing, { prompt: '-1', completion: '-1' });
      assert.equal(reasoning, undefined);
      assert.equal(top_provider.context_length, null);
    }
  });

  it('have voices exactly when they speak', () => {
    for (const { id, architecture, supported_voices } of models) {
      const speaks = architecture.output_modalities.includes('speech');
      assert.equal(supported_voices !== null, speaks, id);
      if (supported_voices === null) continue;
      assert.ok(supported_voices.length >= 4, id);
      assert.equal(new Set(supported_voices).size, supported_voices.length, id);
    }
  });
});

describe('signals of a generated catalog', () => {
  const signals = entries.map((entry) => entry.signals);

  it('know each fact of most models and not of all', () => {
    const texts = entries.filter(isText);
    const shareKnown = (key: keyof CatalogEntry['signals']) =>
      texts.filter((entry) => entry.signals[key] !== undefined).length / texts.length;
    const known = {
      author: shareKnown('author'),
      providers: shareKnown('providers'),
      categories: shareKnown('categories'),
      weekly_tokens: shareKnown('weekly_tokens'),
      throughput_p50: shareKnown('throughput_p50'),
      latency_p50: shareKnown('latency_p50'),
      tool_success_rate: shareKnown('tool_success_rate'),
      zdr: shareKnown('zdr'),
      regions: shareKnown('regions'),
      distillable: shareKnown('distillable'),
    };
    for (const [name, share] of Object.entries(known)) {
      assert.ok(share > 0.5 && share < 1, `${name} is known of ${share}`);
    }
  });

  it('name one to six providers of the fixed set, each once', () => {
    const slugs = new Set(PROVIDERS.map(({ slug }) => slug));
    for (const { providers } of signals) {
      if (providers === undefined) continue;
      assert.ok(providers.length >= 1 && providers.length <= 6);
      assert.ok(providers.every(({ slug }) => slugs.has(slug)));
      assert.equal(new Set(providers.map(({ slug }) => slug)).size, providers.length);
    }
  });

  it('have a tool success rate only for models that take tools', () => {
    for (const {
      model,
      signals: { tool_success_rate: rate },
    } of entries) {
      if (rate === undefined) continue;
      assert.ok(model.supported_parameters.includes('tools'), model.id);
      assert.ok(rate >= 0 && rate <= 1, model.id);
    }
  });

  it('name regions once each', () => {
    for (const { regions } of signals) {
      if (regions === undefined) continue;
      assert.ok(regions.length > 0);
      assert.equal(new Set(regions).size, regions.length);
    }
  });

  it('agree with the id about the author', () => {
    for (const {
      model,
      signals: { author },
    } of entries) {
      if (author !== undefined) assert.equal(model.id.replace(/^~/, '').split('/')[0], author);
    }
  });
});

function isText({ model }: CatalogEntry): boolean {
  return model.architecture.output_modalities.includes('text');
}
