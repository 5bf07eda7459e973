import { ProviderFailure } from '@model-gateway/core';
import type { ChatPart, FinishReason } from '@model-gateway/core/chat';
import { addAll, jsonIn, parseExactly, present } from '@model-gateway/core/kit';
import type { Decoder } from '../../chat/decoder.ts';
import type { TextEvent } from '../../http/event-texts.ts';
import { countOf, fieldsOf, textOf, type Fields } from '../../http/fields.ts';
import { AnswerEvents } from '../common/answer-events.ts';
import { objectIn } from '../common/event-json.ts';
import { ContentBlocks, type BlockRules } from '../common/content-blocks.ts';
import { classifyMessageError } from './failures.ts';
import { MessageUsage } from './usage.ts';

/**
 * Turns the answer of Anthropic's Messages into parts: each read of a stream by `push`, then `end`;
 * or a message in JSON by `whole`. An answer is over with `message_stop`, and complete once its stop
 * reason was seen. Pings and events of other types mean nothing. Throws `ProviderFailure`.
 */
export class MessageDecoder implements Decoder {
  readonly #events = new AnswerEvents({
    places: [{ words: ['delta', 'text'] }, { words: ['delta', 'thinking'] }],
    read: (event, parts) => this.#read(event, parts),
    goneOn: (text) => this.#blocks.goneOn(text),
  });
  readonly #blocks: ContentBlocks;
  readonly #usage = new MessageUsage();
  /** Of the read that is being decoded. */
  #parts: ChatPart[] = [];
  #isStarted = false;
  #isOver = false;
  #stop: Readonly<Partial<Record<(typeof STOPS)[number], unknown>>> = {};

  constructor(rules: BlockRules) {
    this.#blocks = new ContentBlocks(rules);
  }

  /** Whether nothing is missing but the end. */
  get isComplete(): boolean {
    return this.#isOver || typeof this.#stop['stop_reason'] === 'string';
  }

  get isDamaged(): boolean {
    return this.#events.isDamaged;
  }

  /** Reads the bytes of one read of the network, wherever they were split. */
  push(bytes: Uint8Array, parts: ChatPart[] = []): readonly ChatPart[] {
    return this.#events.push(bytes, parts);
  }

  /** Ends a stream. Throws `cut-off` when it was not complete, `malformed` when it was empty. */
  end(): readonly ChatPart[] {
    const parts = this.#events.end();
    this.#parts = parts;
    if (this.#isOver) return parts;
    if (!this.#isStarted) throw new ProviderFailure('malformed', 'its answer was empty');
    if (!this.isComplete) {
      throw new ProviderFailure('cut-off', 'its answer ended before it was complete');
    }
    this.#over();
    return parts;
  }

  /** Reads a message in JSON. */
  whole(body: string): readonly ChatPart[] {
    const message = objectIn(body.replace(/^\uFEFF/, ''), parseExactly);
    const { content } = message;
    if (!Array.isArray(content)) {
      if (message['error'] != null) throw classifyMessageError(message);
      throw new ProviderFailure('malformed', 'it answered without content');
    }
    this.#start(message);
    for (const [index, block] of content.map(fieldsOf).entries()) this.#blocks.start(index, block);
    this.#stop = message;
    this.#count(message['usage']);
    this.#over();
    return this.#parts;
  }

  /** Returns the event where others like it may follow. */
  #read({ name, data }: TextEvent, parts: ChatPart[]): Fields | undefined {
    this.#parts = parts;
    // Servers that imitate it end as OpenAI does.
    if (this.#isOver || data === '' || data === '[DONE]') return undefined;
    if (name === 'error') throw classifyMessageError(jsonIn(data) ?? data);
    const fields = objectIn(data, parseExactly);
    this.#event(textOf(fields['type']) ?? name, fields);
    return this.#blocks.isSpeaking ? fields : undefined;
  }

  #event(type: string, event: Fields): void {
    const index = countOf(event['index']) ?? 0;
    switch (type) {
      case 'message_start': {
        const message = fieldsOf(event['message']);
        this.#start(message);
        return this.#count(message['usage']);
      }
      case 'content_block_start':
        this.#start({});
        this.#blocks.start(index, fieldsOf(event['content_block']));
        return this.#collect();
      case 'content_block_delta':
        this.#start({});
        this.#blocks.delta(index, fieldsOf(event['delta']));
        return this.#collect();
      case 'content_block_stop':
        this.#blocks.stop();
        return this.#collect();
      case 'message_delta':
        this.#start({});
        this.#stop = { ...this.#stop, ...stopIn(fieldsOf(event['delta'])) };
        return this.#count(event['usage']);
      case 'message_stop':
        this.#start({});
        return this.#over();
      default:
        if (type === 'error' || event['error'] != null) throw classifyMessageError(event);
    }
  }

  #over(): void {
    const { stop_reason: word, stop_sequence: sequence, stop_details: details } = this.#stop;
    const raw = textOf(word);
    const stated = raw === undefined ? 'stop' : (REASONS.get(raw) ?? 'other');
    const isCut = this.#blocks.end(stated === 'length' || stated === 'refusal');
    const explanation = textOf(fieldsOf(details)['explanation']);
    if (stated === 'refusal' && explanation !== undefined) this.#blocks.refuse(explanation);
    this.#collect();
    const finish = {
      type: 'finish',
      // Only a filter may have cut a call off.
      reason: isCut && stated === 'refusal' ? 'filter' : stated,
      raw,
      ...present({ stopSequence: textOf(sequence) }),
    } as const;
    this.#parts.push(finish, { type: 'done' });
    this.#isOver = true;
  }

  #start({ id, model }: Fields): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    this.#blocks.answerId = textOf(id);
    this.#parts.push({ type: 'start', ...present({ id: textOf(id), model: textOf(model) }) });
  }

  #count(usage: unknown): void {
    const counts = usage == null ? undefined : this.#usage.add(usage);
    if (counts !== undefined) this.#parts.push({ type: 'usage', usage: counts });
  }

  #collect(): void {
    addAll(this.#parts, this.#blocks.taken());
  }
}

/** What counts of the end; anything else that a server sends there would add up. */
const STOPS = ['stop_reason', 'stop_sequence', 'stop_details'] as const;

function stopIn(delta: Fields): Fields {
  return Object.fromEntries(
    STOPS.flatMap((name) => (delta[name] === undefined ? [] : [[name, delta[name]]])),
  );
}

const REASONS: ReadonlyMap<string, FinishReason> = new Map([
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop'],
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['tool_use', 'calls'],
  ['refusal', 'refusal'],
  ['pause_turn', 'pause'],
]);
