import fc from 'fast-check';
import type { ChatPart, Sealed } from '@model-gateway/core/chat';

/** Whose sealed data the answers hold. */
export const ISSUER = 'anthropic-messages@acme';

const words = fc.string({ minLength: 1, unit: 'grapheme' });
const pieces = fc.array(words, { minLength: 1, maxLength: 4 });
const sealed: fc.Arbitrary<Sealed> = fc
  .record({ signature: fc.string(), id: fc.uuid() }, { noNullPrototype: true })
  .map((data) => ({ issuer: ISSUER, data }));

type Item = (block: number) => readonly ChatPart[];

const CITATION = {
  type: 'url_citation',
  url_citation: { url: 'https://a.example', title: 'A', start_index: 0, end_index: 1 },
};

/** What is said about a text. */
const note = fc.constantFrom(
  {},
  { annotations: [CITATION] },
  { logprobs: [{ token: 'a', bytes: [97], logprob: -1, top_logprobs: [] }] },
);

const text: fc.Arbitrary<Item> = fc
  .tuple(fc.constantFrom('text', 'refusal'), pieces, note)
  .map(([kind, texts, said]) => (block) => [
    { type: 'open', block, kind },
    ...texts.map((piece) => ({ type: 'delta', block, text: piece }) as const),
    ...(kind === 'text' ? [{ type: 'note', block, ...said } as const] : []),
    { type: 'close', block },
  ]);

const image: fc.Arbitrary<Item> = fc.constant((block) => [
  {
    type: 'whole',
    block,
    value: {
      type: 'media',
      kind: 'image',
      mediaType: 'image/png',
      source: { kind: 'base64', value: 'iVBORw0KGgo=' },
    },
  },
]);

const reasoning: fc.Arbitrary<Item> = fc
  .tuple(fc.boolean(), fc.array(words, { maxLength: 3 }), fc.option(sealed, { nil: undefined }))
  .filter(([, texts, seal]) => texts.length > 0 || seal !== undefined)
  .map(([isSummary, texts, seal]) => (block) => [
    { type: 'open', block, kind: 'reasoning', isSummary },
    ...texts.map((piece) => ({ type: 'delta', block, text: piece }) as const),
    { type: 'close', block, ...(seal !== undefined && { sealed: seal }) },
  ]);

const call: fc.Arbitrary<Item> = fc
  .tuple(fc.json({ maxDepth: 1 }), fc.option(sealed, { nil: undefined }), fc.boolean())
  .map(([json, seal, isEmpty]) => (block) => {
    const input = isEmpty ? '' : `{"v":${json}}`;
    const half = Math.ceil(input.length / 2);
    return [
      { type: 'open', block, kind: 'call', id: `call_${block}`, name: 'tool', by: 'client' },
      ...[input.slice(0, half), input.slice(half)]
        .filter((piece) => piece !== '')
        .map((piece) => ({ type: 'delta', block, text: piece }) as const),
      { type: 'close', block, ...(seal !== undefined && { sealed: seal }) },
    ];
  });

const answersOf = (...items: readonly fc.Arbitrary<Item>[]): fc.Arbitrary<readonly ChatPart[]> =>
  fc
    .array(fc.oneof(...items), { maxLength: 6 })
    .map((made) => [
      { type: 'start' },
      ...made.flatMap((item, block) => item(block)),
      { type: 'finish', reason: 'stop', raw: 'end' },
      { type: 'usage', usage: { inputTokens: 3, outputTokens: 4, cacheReadTokens: 1 } },
      { type: 'done' },
    ]);

/** Whole answers that obey the grammar, as lists of parts. */
export const answers = answersOf(text, reasoning, call);

/** The same with images that the model made. */
export const answersWithImages = answersOf(text, reasoning, call, image);
