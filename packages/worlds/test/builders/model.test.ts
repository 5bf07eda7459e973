import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CatalogIndex } from '@model-gateway/core';
import { imageEndpointOf, model, type ModelSpec } from '@model-gateway/worlds';
import fc from 'fast-check';

/** Returns the message that the builder throws for input that its types refuse. */
function refusal(spec: unknown): string {
  try {
    // JavaScript and JSON may pass such input.
    model(spec as ModelSpec);
  } catch (error) {
    assert.ok(error instanceof Error);
    return error.message;
  }
  return assert.fail(`${JSON.stringify(spec)} was built`);
}

describe('model()', () => {
  it('builds a text model from an id alone', () => {
    const { model: built, signals } = model({ id: 'acme/quill-9' });
    assert.equal(built.name, 'Acme: Quill 9');
    assert.equal(built.architecture.modality, 'text->text');
    assert.ok(Number(built.pricing.prompt) > 0);
    assert.deepEqual(signals.providers, [{ name: 'Acme', slug: 'acme' }]);
  });

  it('depends on the id alone', () => {
    assert.deepEqual(model({ id: 'acme/quill-9' }), model({ id: 'acme/quill-9' }));
    const prices = new Set(
      Array.from({ length: 20 }, (_, n) => model({ id: `acme/quill-${n}` }).model.pricing.prompt),
    );
    assert.ok(prices.size > 3);
  });

  it('keeps the other defaults of an id when one member is given', () => {
    const { model: plain } = model({ id: 'acme/quill-9' });
    const { model: changed } = model({ id: 'acme/quill-9', name: 'Quill', price: { input: 3 } });
    assert.equal(changed.created, plain.created);
    assert.equal(changed.context_length, plain.context_length);
  });

  it('accepts prices per million tokens, per image and per request', () => {
    const price = { input: 3, output: 15, request: 0.5 };
    assert.deepEqual(model({ id: 'acme/quill-9', price }).model.pricing, {
      prompt: '0.000003',
      completion: '0.000015',
      request: '0.5',
    });
    const { pricing } = model({ id: 'acme/quill-9', price: 'free' }).model;
    assert.deepEqual([pricing.prompt, pricing.completion], ['0', '0']);
  });

  it('prefers a member of the wire to its short-hand and to the default', () => {
    const { model: built } = model({
      id: 'acme/quill-9',
      price: { input: 3, output: 15 },
      pricing: { completion: '0.00002', web_search: '0.01' },
      architecture: { tokenizer: 'GPT' },
      knowledge_cutoff: '2026-01-31',
    });
    assert.deepEqual(built.pricing, {
      prompt: '0.000003',
      completion: '0.00002',
      web_search: '0.01',
    });
    assert.equal(built.architecture.tokenizer, 'GPT');
    assert.equal(built.architecture.modality, 'text->text');
    assert.equal(built.knowledge_cutoff, '2026-01-31');
  });

  it('gives the same context length in both places', () => {
    const { model: built } = model({ id: 'acme/quill-9', context: 8192 });
    assert.equal(built.context_length, 8192);
    assert.equal(built.top_provider.context_length, 8192);
    assert.equal(model({ id: 'acme/quill-9', context: null }).model.context_length, null);
  });

  it('builds a model with or without reasoning', () => {
    const { model: thinker } = model({ id: 'acme/quill-9', reasoning: true });
    assert.equal(thinker.reasoning?.default_effort, 'medium');
    assert.ok(thinker.supported_parameters.includes('reasoning'));
    assert.equal(model({ id: 'acme/quill-9', reasoning: false }).model.reasoning, undefined);
  });

  it('makes a signal unknown with null', () => {
    const { signals } = model({ id: 'acme/quill-9', signals: { latency_p50: null, zdr: true } });
    assert.equal('latency_p50' in signals, false);
    assert.equal(signals.zdr, true);
  });

  it('builds an image model that can do everything by default', () => {
    const any = model({ id: 'acme/brush-1', output: ['image'] });
    assert.deepEqual(any.model.architecture.input_modalities, ['text', 'image']);
    const endpoint = imageEndpointOf(any.model, any.images);
    assert.deepEqual([endpoint?.maxImages, endpoint?.streams, endpoint?.seed], [10, true, true]);
    const modest = model({
      id: 'acme/brush-1',
      output: ['image'],
      images: { kind: 'vector', max_images: 1 },
    });
    const { formats, maxImages } = imageEndpointOf(modest.model, modest.images) ?? {};
    assert.deepEqual([formats, maxImages], [['svg'], 1]);
  });

  it('copies its input', () => {
    const overrides = [{ min_prompt_tokens: 10, prompt: '1' }];
    const { model: built } = model({ id: 'acme/quill-9', pricing: { overrides } });
    overrides.push({ min_prompt_tokens: 20, prompt: '2' });
    assert.equal(built.pricing.overrides?.length, 1);
  });

  for (const [spec, message] of [
    [{ id: 'acme/x', outptu: ['image'] }, /outptu is unknown; did you mean "output"\?/],
    [
      { id: 'acme/x', colour: 'red' },
      /colour is unknown: expected one of id, input, output, context/,
    ],
    [{ id: 'acme/x', output: ['imge'] }, /output\[0\] must be one of text, .* got "imge"; did you/],
    [{ id: 'acme/x', supported_parameters: ['tols'] }, /supported_parameters\[0\].*mean "tools"/],
    [{ id: 'acme/x', pricing: { prompt: 3 } }, /pricing\.prompt must be text, got 3/],
    [{ id: 'acme/x', pricing: { promt: '3' } }, /pricing\.promt is unknown; did you mean "prompt"/],
    [{ id: 'acme/x', price: 'fre' }, /price must be "free" or an object such as .*, got "fre"/],
    [
      { id: 'acme/x', price: { input: -1 } },
      /price\.input must be a number from 0 to 9000, got -1/,
    ],
    [{ id: 'acme/x', created: 'today' }, /created must be a whole number, got "today"/],
    [{ id: 'acme/x', output: 'image' }, /output must be a list of at least 1, got "image"/],
    [{ id: 'acme/x', architecture: { output_modalities: 7 } }, /output_modalities must be a list/],
    [{ id: 'acme/x', signals: { zrd: true } }, /signals\.zrd is unknown; did you mean "zdr"/],
    [{ id: 'acme/x', output: ['image'], images: { kind: 'studoi' } }, /images\.kind.*"studio"/],
    [{ id: 'quill' }, /^model\("quill"\): id: an author and a name without spaces/],
    [{}, /^model\(\): id is required and must be an author and a name/],
    ['acme/x', /^model\(\): expected an object such as \{ id: '…' \}, got "acme\/x"/],
    [undefined, /^model\(\): expected an object .* got nothing/],
  ] as const) {
    it(`refuses ${JSON.stringify(spec) ?? 'nothing'}`, () => {
      assert.match(refusal(spec), message);
      assert.match(refusal(spec), /\[GW1701\]$/);
    });
  }

  it('reports every problem at once', () => {
    const lines = refusal({ id: 'acme/x', pricing: { prompt: 3 }, created: 'today' }).split('\n');
    assert.equal(lines.length, 3);
  });

  it('builds models that the catalog accepts without a report', () => {
    const word = fc.stringMatching(/^[a-z0-9.-]{1,12}$/);
    const some = (words: readonly string[]) => fc.subarray([...words], { minLength: 1 });
    const dollars = fc.double({ min: 0, max: 100, noNaN: true });
    const spec = fc.record(
      {
        id: fc.tuple(word, word).map(([author, name]) => `${author}/${name}`),
        input: some(['text', 'image', 'file', 'audio', 'video']),
        output: some(['text', 'image', 'embeddings', 'audio', 'video', 'rerank', 'speech']),
        context: fc.option(fc.integer({ min: 1, max: 10_000_000 })),
        price: fc.oneof(fc.constant('free'), fc.record({ input: dollars, image: dollars })),
        reasoning: fc.boolean(),
        name: fc.string(),
        knowledge_cutoff: fc.option(fc.constant('2026-02-28')),
      },
      { requiredKeys: ['id'] },
    );
    fc.assert(
      fc.property(fc.uniqueArray(spec, { selector: ({ id }) => id, minLength: 1 }), (specs) => {
        // fast-check's records have looser types than the spec: the words above are members of its unions.
        const entries = specs.map((each) => model(each as ModelSpec));
        assert.deepEqual(new CatalogIndex({ entries, revision: 'built' }).reports, []);
      }),
      { numRuns: 200, seed: 7 },
    );
  });
});
