import { ProviderFailure } from '@model-gateway/core';
import type { ChatPart, FinishReason } from '@model-gateway/core/chat';
import { addAll, parseExactly } from '@model-gateway/core/kit';
import type { Decoder } from '../../chat/decoder.ts';
import { countOf, fieldsOf, textOf, type Fields } from '../../http/fields.ts';
import type { TextEvent } from '../../http/event-texts.ts';
import { Utf8Text } from '../../http/utf8-text.ts';
import { ContentBlocks, type BlockRules } from '../common/content-blocks.ts';
import { objectIn } from '../common/event-json.ts';
import { RepeatingEvents } from '../common/repeating-events.ts';
import { classifyException } from './failures.ts';
import { FrameReader } from './frames.ts';
import { readConverseUsage } from './usage.ts';

/**
 * Turns the answer of Bedrock's Converse into parts: each read of a stream by `push`, then `end`; or
 * an answer in JSON by `whole`. An answer is complete with `messageStop`, and over with the counts
 * that follow it in `metadata`. Events of other types mean nothing. Throws `ProviderFailure`.
 */
export class ConverseDecoder implements Decoder {
  readonly #frames = new FrameReader();
  readonly #utf8 = new Utf8Text();
  readonly #events = new RepeatingEvents({
    places: PLACES,
    read: (event, parts) => this.#read(event, parts),
    goneOn: (text) => this.#blocks.goneOn(text),
  });
  readonly #blocks: ContentBlocks;
  #parts: ChatPart[] = [];
  #isStarted = false;
  #isOver = false;
  /** Why it stopped; undefined until then. */
  #stop: string | undefined;

  constructor(rules: BlockRules) {
    this.#blocks = new ContentBlocks(rules);
  }

  /** Whether nothing is missing but the counts. */
  get isComplete(): boolean {
    return this.#stop !== undefined;
  }

  get isDamaged(): boolean {
    return this.#utf8.isDamaged;
  }

  /** Reads the bytes of one read of the network, wherever they were split. */
  push(bytes: Uint8Array, parts: ChatPart[] = []): readonly ChatPart[] {
    if (!this.#isOver) this.#events.read(this.#eventsIn(bytes), parts);
    return parts;
  }

  /** Ends a stream. Throws `cut-off` when it was not complete, `malformed` when it was empty. */
  end(): readonly ChatPart[] {
    this.#parts = [];
    if (this.#isOver) return this.#parts;
    if (!this.isComplete) {
      throw this.#frames.end() || this.#isStarted
        ? new ProviderFailure('cut-off', 'its answer ended before it was complete')
        : new ProviderFailure('malformed', 'its answer was empty');
    }
    this.#over(undefined);
    return this.#parts;
  }

  /** Reads an answer in JSON. */
  whole(body: string): readonly ChatPart[] {
    const answer = objectIn(body.replace(/^\uFEFF/, ''), parseExactly);
    const { output, stopReason, usage, message } = answer;
    const { content } = fieldsOf(fieldsOf(output)['message']);
    if (!Array.isArray(content)) {
      if (typeof message === 'string') throw classifyException('', message);
      throw new ProviderFailure('malformed', 'it answered without content');
    }
    this.#start();
    for (const [index, block] of content.map(fieldsOf).entries()) this.#block(index, block);
    this.#stop = textOf(stopReason) ?? 'end_turn';
    this.#finish();
    this.#over(usage);
    return this.#parts;
  }

  /** Throws what frames say that are no events. */
  *#eventsIn(bytes: Uint8Array): Generator<TextEvent, void> {
    for (const { headers, payload } of this.#frames.push(bytes)) {
      if (this.#isOver) return;
      const data = this.#utf8.textOf(payload);
      const type = headers.get(':message-type');
      if (type === 'error') {
        throw classifyException(
          headers.get(':error-code') ?? '',
          headers.get(':error-message') ?? '',
        );
      }
      if (type === 'exception') {
        const { message } = fieldsIn(data);
        throw classifyException(headers.get(':exception-type') ?? '', textOf(message) ?? '');
      }
      yield { name: headers.get(':event-type') ?? '', data };
    }
  }

  /** Returns the event where others like it may follow. */
  #read({ name, data }: TextEvent, parts: ChatPart[]): Fields | undefined {
    this.#parts = parts;
    const fields = fieldsIn(data);
    this.#event(name, fields);
    addAll(parts, this.#blocks.taken());
    return this.#blocks.isSpeaking ? fields : undefined;
  }

  #event(type: string, event: Fields): void {
    const index = countOf(event['contentBlockIndex']) ?? 0;
    switch (type) {
      case 'messageStart':
        return this.#start();
      case 'contentBlockStart':
        this.#start();
        return this.#block(index, fieldsOf(event['start']));
      case 'contentBlockDelta':
        this.#start();
        return this.#delta(index, fieldsOf(event['delta']));
      case 'contentBlockStop':
        return this.#blocks.stop();
      case 'messageStop':
        this.#start();
        this.#stop = textOf(event['stopReason']) ?? 'end_turn';
        return this.#finish();
      case 'metadata':
        // Counts before the end are those of a guardrail that looked at the request.
        if (this.isComplete) this.#over(event['usage']);
    }
  }

  #block(index: number, content: Fields): void {
    const { text, toolUse, reasoningContent, citationsContent } = content;
    const { reasoningText, redactedContent: data } = fieldsOf(reasoningContent);
    if (toolUse != null) {
      const { toolUseId: id, name, input } = fieldsOf(toolUse);
      this.#blocks.start(index, { type: 'tool_use', id, name, input });
    } else if (typeof text === 'string') {
      this.#blocks.start(index, { type: 'text', text });
    } else if (typeof data === 'string') {
      this.#blocks.start(index, { type: 'redacted_thinking', data });
    } else if (reasoningText != null) {
      const { text: thinking, signature } = fieldsOf(reasoningText);
      this.#blocks.start(index, { type: 'thinking', thinking, signature });
    } else if (citationsContent != null) {
      const cited: readonly unknown[] = [fieldsOf(citationsContent)['content'] ?? []].flat();
      const words = cited.map((piece) => textOf(fieldsOf(piece)['text']) ?? '').join('');
      this.#blocks.start(index, { type: 'text', text: words });
    }
  }

  #delta(index: number, { text, toolUse, reasoningContent }: Fields): void {
    const { text: thinking, signature, redactedContent: data } = fieldsOf(reasoningContent);
    if (typeof text === 'string') this.#blocks.delta(index, { type: 'text_delta', text });
    if (toolUse != null) {
      const partial_json = fieldsOf(toolUse)['input'];
      this.#blocks.delta(index, { type: 'input_json_delta', partial_json });
    }
    if (typeof thinking === 'string') {
      this.#blocks.delta(index, { type: 'thinking_delta', thinking });
    }
    if (typeof signature === 'string') {
      this.#blocks.delta(index, { type: 'signature_delta', signature });
    }
    if (typeof data === 'string') this.#blocks.start(index, { type: 'redacted_thinking', data });
  }

  #start(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    this.#parts.push({ type: 'start' });
  }

  /** Ends the blocks, so that a call is complete before its counts. */
  #finish(): void {
    if (this.#stop?.startsWith('malformed_') === true) {
      throw new ProviderFailure('generation', 'its model made something unusable');
    }
    const stated = this.#stated;
    this.#blocks.end(stated === 'length' || stated === 'filter');
    addAll(this.#parts, this.#blocks.taken());
  }

  #over(counts: unknown): void {
    const usage = counts == null ? undefined : readConverseUsage(counts);
    if (usage !== undefined) this.#parts.push({ type: 'usage', usage });
    this.#parts.push({ type: 'finish', reason: this.#stated, raw: this.#stop }, { type: 'done' });
    this.#isOver = true;
  }

  get #stated(): FinishReason {
    return REASONS.get(this.#stop ?? '') ?? 'other';
  }
}

/** The padding hides the lengths of tokens. */
const PLACES = [['text'], ['reasoningContent', 'text']].map((path) => ({
  words: ['delta', ...path],
  idle: [['p']],
}));

function fieldsIn(data: string): Fields {
  return objectIn(data === '' ? '{}' : data);
}

const REASONS: ReadonlyMap<string, FinishReason> = new Map([
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop'],
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['tool_use', 'calls'],
  ['guardrail_intervened', 'filter'],
  ['content_filtered', 'filter'],
]);
