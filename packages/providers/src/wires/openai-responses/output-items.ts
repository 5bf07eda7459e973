import type { ChatPart, Sealed, TextPhase } from '@model-gateway/core/chat';
import { isJsonObject, present } from '@model-gateway/core/kit';
import { countOf, fieldsOf, listOf, textOf, type Fields } from '../../http/fields.ts';
import type { BlockRules } from '../common/content-blocks.ts';
import { OutputBlocks, type Citation, type Speech } from '../common/output-blocks.ts';

/**
 * Reads output items, from their events or whole. An item that came in no event is read where it
 * appears: in the event of its end, or in the response that ends the stream.
 */
export class OutputItems {
  readonly #rules: BlockRules;
  readonly #blocks = new OutputBlocks();
  readonly #phases = new Map<number, TextPhase>();
  readonly #over = new Set<number>();

  constructor(rules: BlockRules) {
    this.#rules = rules;
  }

  /** Whether a text is open, and no call. */
  get isSpeaking(): boolean {
    return this.#blocks.isSpeaking;
  }

  /** Takes note of what was said in the open text without an event. */
  goneOn(text: string): void {
    this.#blocks.goneOn(text);
  }

  /** Returns the parts since the last time. */
  taken(): readonly ChatPart[] {
    return this.#blocks.taken();
  }

  /** Reads an event about an item. */
  read(type: string, event: Fields): void {
    const position = countOf(event['output_index']) ?? 0;
    const { item, delta, text, refusal, arguments: input } = event;
    const content = countOf(event['content_index']) ?? 0;
    switch (type) {
      case 'response.output_item.added':
        return this.#added(position, fieldsOf(item));
      case 'response.output_item.done':
        return this.#done(position, fieldsOf(item));
      case 'response.output_text.delta':
        return this.#says(this.#speech('text', position, content), delta, event['logprobs']);
      case 'response.output_text.done':
        return this.#sayWhole(this.#speech('text', position, content), text);
      case 'response.output_text.annotation.added':
        return this.#annotate(this.#speech('text', position, content), [event['annotation']]);
      case 'response.refusal.delta':
        return this.#says(this.#speech('refusal', position, content), delta);
      case 'response.refusal.done':
        return this.#sayWhole(this.#speech('refusal', position, content), refusal);
      case 'response.reasoning_text.delta':
        return this.#says(reasoning(position, false), delta);
      case 'response.reasoning_summary_part.added':
        return this.#nextPart(position);
      case 'response.reasoning_summary_text.delta':
        return this.#says(reasoning(position, true), delta);
      case 'response.function_call_arguments.delta':
      case 'response.custom_tool_call_input.delta':
        return this.#blocks.input(String(position), textOf(delta) ?? '');
      case 'response.function_call_arguments.done':
        return this.#blocks.inputIs(String(position), textOf(input) ?? '');
      case 'response.custom_tool_call_input.done':
        return this.#blocks.inputIs(String(position), textOf(event['input']) ?? '');
    }
  }

  /** Ends the answer, whose output is known. Throws `generation` for a call that is cut off. */
  end(output: readonly Fields[], isCut: boolean): void {
    for (const [position, item] of output.entries()) this.#done(position, item);
    this.#blocks.end(isCut);
  }

  #added(position: number, item: Fields): void {
    const { phase, type } = item;
    if (phase === 'commentary' || phase === 'final_answer') this.#phases.set(position, phase);
    if (type === 'function_call' || type === 'custom_tool_call') this.#call(position, item);
  }

  #call(position: number, { type, call_id: callId, id, name }: Fields): void {
    const called = textOf(name);
    if (called === undefined) return;
    const key = String(position);
    const known = textOf(callId) ?? textOf(id) ?? `call_${position}`;
    const isFreeform = type === 'custom_tool_call';
    this.#blocks.call(key, known, this.#rules.nameOf(called), isFreeform);
  }

  #done(position: number, item: Fields): void {
    if (this.#over.has(position)) return;
    this.#over.add(position);
    this.#added(position, item);
    switch (item['type']) {
      case 'message':
        return this.#message(position, item);
      case 'reasoning':
        return this.#reasoning(position, item);
      case 'function_call':
        return this.#blocks.callEnds(String(position), textOf(item['arguments']) ?? '');
      case 'custom_tool_call':
        return this.#blocks.callEnds(String(position), textOf(item['input']) ?? '');
      default:
        if (isJsonObject(item)) {
          this.#blocks.add({ type: 'foreign', wire: 'openai-responses', value: item });
        }
    }
  }

  #message(position: number, { content }: Fields): void {
    for (const [place, part] of listOf(content).entries()) {
      const { type, text, refusal, annotations, logprobs } = part;
      const kind = type === 'refusal' ? 'refusal' : 'text';
      const speech = this.#speech(kind, position, place);
      if (!this.#blocks.has(speech.key)) {
        this.#says(speech, kind === 'refusal' ? refusal : text, logprobs);
        if (Array.isArray(annotations)) this.#annotate(speech, annotations);
      }
      this.#blocks.hush(speech, undefined);
    }
  }

  #reasoning(position: number, item: Fields): void {
    const { id, encrypted_content: encrypted, content, summary } = item;
    const shown = listOf(content).length > 0 ? content : summary;
    const speech = reasoning(position, shown === summary);
    if (!this.#blocks.has(speech.key)) {
      this.#blocks.say(
        speech,
        listOf(shown)
          .flatMap(({ text }) => textOf(text) ?? [])
          .join(BREAK),
      );
    }
    const data = present({ id: textOf(id), encrypted_content: textOf(encrypted) });
    const sealed: Sealed | undefined =
      data.encrypted_content === undefined ? undefined : { issuer: this.#rules.issuer, data };
    this.#blocks.hush(speech, sealed);
  }

  #speech(kind: 'text' | 'refusal', position: number, content: number): Speech {
    return { key: `${position}.${content}`, kind, phase: this.#phases.get(position) };
  }

  #says(speech: Speech, text: unknown, logprobs?: unknown): void {
    if (typeof text === 'string') this.#blocks.say(speech, text);
    const ofTokens = Array.isArray(logprobs) ? logprobs.filter(isJsonObject) : [];
    if (ofTokens.length > 0) this.#blocks.note(speech, { logprobs: ofTokens });
  }

  /** Some servers send a text at its end only. */
  #sayWhole(speech: Speech, text: unknown): void {
    if (!this.#blocks.has(speech.key)) this.#says(speech, text);
  }

  #annotate(speech: Speech, annotations: readonly unknown[]): void {
    const known = annotations.flatMap(citationOf);
    if (known.length > 0) this.#blocks.cite(speech, known);
  }

  /** A summary in several parts is one text, in paragraphs. */
  #nextPart(position: number): void {
    const speech = reasoning(position, true);
    if (this.#blocks.has(speech.key)) this.#blocks.say(speech, BREAK);
  }
}

const BREAK = '\n\n';

function reasoning(position: number, isSummary: boolean): Speech {
  return { key: `${position}.${isSummary ? 'summary' : 'content'}`, kind: 'reasoning', isSummary };
}

/** Citations of pages; chat completions have no form for the others. */
function citationOf(annotation: unknown): readonly Citation[] {
  const { type, ...citation } = fieldsOf(annotation);
  return type === 'url_citation' ? [citation] : [];
}
