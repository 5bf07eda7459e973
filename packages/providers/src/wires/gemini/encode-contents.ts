import type { Block, ChatMessage, ChatRequest, Sealed } from '@model-gateway/core/chat';
import { present, type JsonObject } from '@model-gateway/core/kit';
import { inputObject } from '../common/call-object.ts';
import type { NameMap } from '../common/name-map.ts';
import { mediaPart, type MediaOf } from './encode-media.ts';
import type { GeminiRules } from './gemini-rules.ts';

type BlockOf<Type extends Block['type']> = Block & { readonly type: Type };

interface Content {
  readonly role: 'user' | 'model';
  readonly parts: JsonObject[];
}

/** The turns of a conversation, and its instructions where they have a place of their own. */
interface EncodedTurns {
  readonly contents: readonly Content[];
  readonly systemInstruction: object | undefined;
}

/**
 * Returns the turns of a conversation. Instructions at its beginning are apart; later ones stay where
 * they are, as words of the user, because what is before them may be cached. Turns of one role that
 * follow each other are one.
 */
export function encodeContents(
  { messages }: Pick<ChatRequest, 'messages'>,
  names: NameMap,
  rules: GeminiRules,
): EncodedTurns {
  const later = messages.findIndex(({ role }) => role === 'user' || role === 'assistant');
  const leading = later === -1 ? messages : messages.slice(0, later);
  const isApart = rules.hasInstruction && later !== -1;
  const instructions = isApart ? leading.flatMap(({ blocks }) => blocks.flatMap(textPart)) : [];
  const turns = new Turns(names, rules);
  for (const turn of runsOf(isApart ? messages.slice(later) : messages)) turns.add(turn);
  return {
    contents: turns.contents(),
    systemInstruction: instructions.length === 0 ? undefined : { parts: instructions },
  };
}

interface Run {
  readonly role: Content['role'];
  readonly blocks: Block[];
}

/** Messages of one role that follow each other, together: results of parallel calls come apart. */
function runsOf(messages: readonly ChatMessage[]): readonly Run[] {
  const runs: Run[] = [];
  for (const { role: name, blocks } of messages) {
    const role = name === 'assistant' ? 'model' : 'user';
    const last = runs.at(-1);
    if (last?.role === role) last.blocks.push(...blocks);
    else runs.push({ role, blocks: [...blocks] });
  }
  return runs;
}

/** Documented for calls whose signature is not there, such as those of another provider's models. */
const UNSIGNED = 'skip_thought_signature_validator';

class Turns {
  readonly #names: NameMap;
  readonly #rules: GeminiRules;
  readonly #contents: Content[] = [];
  #calls = 0;
  /** The wire's name of the tool of each call, and its place among the calls; ids may come again. */
  readonly #called = new Map<string, { readonly name: string; readonly place: number }>();

  constructor(names: NameMap, rules: GeminiRules) {
    this.#names = names;
    this.#rules = rules;
  }

  add({ role, blocks }: Run): void {
    const parts =
      role === 'model'
        ? this.#said(blocks)
        : [...this.#results(blocks), ...blocks.flatMap(userPart)];
    const last = this.#contents.at(-1);
    if (parts.length === 0) return;
    // A turn between them may have been empty.
    if (last?.role === role) last.parts.push(...parts);
    else this.#contents.push({ role, parts: [...parts] });
  }

  /** The wire wants a user to begin. */
  contents(): readonly Content[] {
    const isBegun = this.#contents[0]?.role !== 'model';
    return isBegun ? this.#contents : [{ role: 'user', parts: [{ text: '…' }] }, ...this.#contents];
  }

  #said(blocks: readonly Block[]): readonly JsonObject[] {
    const parts: JsonObject[] = [];
    let isCalling = false;
    for (const block of withSealedTexts(blocks)) {
      const seal = signatureOf(block);
      if (block.type === 'call') {
        // Of calls that belong together the first one is signed.
        const standIn = this.#rules.isModern && !isCalling && { thoughtSignature: UNSIGNED };
        isCalling = true;
        parts.push({ functionCall: this.#call(block), ...standIn, ...seal });
      } else if (block.type === 'reasoning') {
        // What nobody signed would be read as if the model had said it.
        if (block.sealed !== undefined) parts.push({ text: block.text, thought: true, ...seal });
      } else if (isMedia(block)) parts.push(mediaPart(block));
      else parts.push(...textPart(block));
    }
    return parts;
  }

  #call(block: BlockOf<'call'>): JsonObject {
    const { id, name } = block;
    const wire = this.#names.toWire(name);
    this.#called.set(id, { name: wire, place: this.#calls++ });
    return { ...(this.#rules.hasCallIds && { id }), name: wire, args: inputObject(block) };
  }

  /** Results in the order of their calls; media that a result has no place for follow it. */
  #results(blocks: readonly Block[]): readonly JsonObject[] {
    const placeOf = ({ id }: BlockOf<'result'>) => this.#called.get(id)?.place ?? 0;
    const results = blocks
      .filter((block): block is BlockOf<'result'> => block.type === 'result')
      .toSorted((a, b) => placeOf(a) - placeOf(b));
    const { isModern, hasCallIds } = this.#rules;
    const parts = results.map(({ id, isError, blocks: inner }) => {
      const text = inner.flatMap(wordsOf).join('\n');
      const media = inner
        .filter(isMedia)
        .filter(({ source }) => source.kind !== 'text')
        .map((block) => mediaPart(block));
      const functionResponse = present({
        id: hasCallIds ? id : undefined,
        name: this.#called.get(id)?.name,
        response: { [isError ? 'error' : 'output']: text },
        parts: isModern && media.length > 0 ? media : undefined,
      });
      return { functionResponse, media: isModern ? [] : media };
    });
    return [
      ...parts.map(({ functionResponse }) => ({ functionResponse })),
      ...parts.flatMap(({ media }) => media),
    ];
  }
}

/** Puts the signature of a text, which stands beside it or at the beginning of the turn, on the text. */
function withSealedTexts(blocks: readonly Block[]): readonly Block[] {
  const kept: Block[] = [];
  let [lastText, waiting]: [number, Sealed | undefined] = [-1, undefined];
  const seal = (sealed: Sealed) => {
    const text = kept[lastText] ?? ({ type: 'text', text: '' } as const);
    kept[lastText === -1 ? kept.length : lastText] = { ...text, sealed };
  };
  for (const block of blocks) {
    if (block.type === 'reasoning' && block.sealed?.data['of'] === 'text') {
      if (lastText === -1) waiting = block.sealed;
      else seal(block.sealed);
    } else {
      if (textOf(block).length > 0) lastText = kept.length;
      kept.push(block);
    }
  }
  if (waiting !== undefined) seal(waiting);
  return kept;
}

function signatureOf({ sealed }: Block): JsonObject {
  const signature = sealed?.data['thoughtSignature'];
  return typeof signature === 'string' ? { thoughtSignature: signature } : {};
}

function isMedia(block: Block): block is MediaOf {
  return block.type === 'media';
}

function userPart(block: Block): readonly JsonObject[] {
  return isMedia(block) ? [mediaPart(block)] : textPart(block);
}

/** An empty text is refused, and says nothing, unless it is signed. */
function textPart(block: Block): readonly JsonObject[] {
  const seal = signatureOf(block);
  return textOf(block).flatMap((text) =>
    text === '' && !('thoughtSignature' in seal) ? [] : [{ text, ...seal }],
  );
}

/** The text of a block, also of a document that is one: a result has no other place for it. */
function wordsOf(block: Block): readonly string[] {
  return isMedia(block) && block.source.kind === 'text' ? [block.source.value] : textOf(block);
}

function textOf(block: Block): readonly string[] {
  return block.type === 'text' || block.type === 'refusal' ? [block.text] : [];
}
