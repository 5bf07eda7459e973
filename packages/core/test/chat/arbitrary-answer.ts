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

const text: fc.Arbitrary<Item> = fc
  .tuple(fc.constantFrom('text', 'refusal'), pieces)
  .map(([kind, texts]) => (block) => [
    { type: 'open', block, kind },
    ...texts.map((piece) => ({ type: 'delta', block, text: piece }) as const),
    { type: 'close', block },
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

/** Whole answers that obey the grammar, as lists of parts. */
export const answers: fc.Arbitrary<readonly ChatPart[]> = fc
  .array(fc.oneof(text, reasoning, call), { maxLength: 6 })
  .map((items) => [
    { type: 'start' },
    ...items.flatMap((item, block) => item(block)),
    { type: 'finish', reason: 'stop', raw: 'end' },
    { type: 'usage', usage: { inputTokens: 3, outputTokens: 4, cacheReadTokens: 1 } },
    { type: 'done' },
  ]);
