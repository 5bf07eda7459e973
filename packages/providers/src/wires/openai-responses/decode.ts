import { ProviderFailure } from '@model-gateway/core';
import type { ChatPart, FinishReason } from '@model-gateway/core/chat';
import { addAll, jsonIn, present } from '@model-gateway/core/kit';
import type { Decoder } from '../../chat/decoder.ts';
import type { TextEvent } from '../../http/event-texts.ts';
import { fieldsOf, textOf, type Fields } from '../../http/fields.ts';
import { AnswerEvents } from '../common/answer-events.ts';
import { objectIn } from '../common/event-json.ts';
import { readChatUsage } from '../openai-chat/usage.ts';
import { classifyResponsesError } from './failures.ts';
import type { BlockRules } from '../common/content-blocks.ts';
import { OutputItems } from './output-items.ts';

/**
 * Turns the answer of OpenAI's Responses into parts: each read of a stream by `push`, then `end`; or
 * an answer in JSON by `whole`. An answer is complete when one of `response.completed`,
 * `.incomplete` and `.failed` was seen. Events of other types mean nothing. Throws `ProviderFailure`.
 */
export class ResponseDecoder implements Decoder {
  readonly #events = new AnswerEvents({
    places: [{ words: ['delta'], idle: [['sequence_number'], ['obfuscation']] }],
    read: (event, parts) => this.#read(event, parts),
    goneOn: (text) => this.#items.goneOn(text),
  });
  readonly #items: OutputItems;
  #isStarted = false;
  #isOver = false;

  constructor(rules: BlockRules) {
    this.#items = new OutputItems(rules);
  }

  /** Whether nothing is missing. */
  get isComplete(): boolean {
    return this.#isOver;
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
    if (this.#isOver) return parts;
    if (!this.#isStarted) throw new ProviderFailure('malformed', 'its answer was empty');
    throw new ProviderFailure('cut-off', 'its answer ended before it was complete');
  }

  /** Reads an answer in JSON. */
  whole(body: string): readonly ChatPart[] {
    const fields = objectIn(body.replace(/^\uFEFF/, ''));
    const { error, status, output } = fields;
    if (error != null && status === undefined) throw classifyResponsesError(fields);
    if (!Array.isArray(output)) throw malformed('without output');
    const parts: ChatPart[] = [];
    this.#over(fields, typeof status === 'string' ? status : 'completed', parts);
    return parts;
  }

  /** Returns the event where others like it may follow. */
  #read({ name, data }: TextEvent, parts: ChatPart[]): Fields | undefined {
    if (this.#isOver || data === '' || data === '[DONE]') return undefined;
    if (name === 'error') throw classifyResponsesError(jsonIn(data) ?? data);
    const event = objectIn(data);
    const type = textOf(event['type']) ?? name;
    this.#event(type, event, parts);
    return this.#items.isSpeaking ? event : undefined;
  }

  #event(type: string, event: Fields, parts: ChatPart[]): void {
    const isError = type === 'error' || (type === '' && event['error'] != null);
    if (isError) throw classifyResponsesError(event);
    const [, status] = LIFECYCLE.exec(type) ?? [];
    if (status === undefined) this.#items.read(type, event);
    else this.#lifecycle(status, fieldsOf(event['response']), parts);
    const read = this.#items.taken();
    if (read.length > 0) this.#start({}, parts);
    addAll(parts, read);
  }

  #lifecycle(status: string, response: Fields, parts: ChatPart[]): void {
    if (END.has(status)) this.#over(response, status, parts);
    else this.#start(response, parts);
  }

  #over(response: Fields, status: string, parts: ChatPart[]): void {
    const usage = readChatUsage(response['usage']);
    if (status === 'failed' || status === 'cancelled') {
      const { error } = response;
      // What it counted is as far as it came.
      if (usage !== undefined && this.#isStarted) parts.push({ type: 'usage', usage });
      throw error == null
        ? new ProviderFailure('server', 'it broke off its answer')
        : classifyResponsesError(error);
    }
    if (!END.has(status)) throw malformed(`with the status ${status}`);
    this.#start(response, parts);
    const { reason: why } = fieldsOf(response['incomplete_details']);
    const isWhole = status === 'completed';
    const raw = isWhole ? status : (textOf(why) ?? status);
    const reason: FinishReason = isWhole ? 'stop' : (REASONS.get(raw) ?? 'length');
    const output: readonly unknown[] = Array.isArray(response['output']) ? response['output'] : [];
    this.#items.end(output.map(fieldsOf), !isWhole);
    addAll(parts, this.#items.taken());
    if (usage !== undefined) parts.push({ type: 'usage', usage });
    parts.push({ type: 'finish', reason, raw }, { type: 'done' });
    this.#isOver = true;
  }

  #start({ id, model }: Fields, parts: ChatPart[]): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    parts.push({ type: 'start', ...present({ id: textOf(id), model: textOf(model) }) });
  }
}

const LIFECYCLE = /^response\.(created|queued|in_progress|completed|incomplete|failed|cancelled)$/;
const END: ReadonlySet<string> = new Set(['completed', 'incomplete', 'failed', 'cancelled']);

const REASONS: ReadonlyMap<string, FinishReason> = new Map([
  ['max_output_tokens', 'length'],
  ['content_filter', 'filter'],
]);

function malformed(how: string): ProviderFailure {
  return new ProviderFailure('malformed', `it answered ${how}`);
}
