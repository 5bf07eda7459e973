import { ProviderFailure, type FailureClass } from '@model-gateway/core';
import type { ChatPart, FinishReason } from '@model-gateway/core/chat';
import { addAll, jsonIn, parseExactly, present } from '@model-gateway/core/kit';
import type { TextEvent } from '../../http/event-texts.ts';
import { fieldsOf, textOf, type Fields } from '../../http/fields.ts';
import { AnswerEvents } from '../common/answer-events.ts';
import { objectIn } from '../common/event-json.ts';
import { Blocks } from './blocks.ts';
import { classifyChatError } from './failures.ts';
import type { AnswerRules } from './answer-rules.ts';
import { readChatUsage } from './usage.ts';

/**
 * Turns the answer of a server with OpenAI's chat completions into parts: each read of a stream by
 * `push`, then `end`; or an answer in JSON by `whole`. An answer is complete when a finish reason
 * was seen. Everything that is due at the end of an answer waits for it, because counts and late
 * deltas follow the finish reason. Throws `ProviderFailure`.
 */
export class ChunkDecoder {
  readonly #rules: AnswerRules;
  /** Only of a stream. */
  #events: AnswerEvents | undefined;
  readonly #blocks: Blocks;
  #isStarted = false;
  #hasChunk = false;
  #isMarked = false;
  #isOver = false;
  #id: string | undefined;
  #model: string | undefined;
  #fingerprint: string | undefined;
  #finish: string | undefined;

  constructor(rules: AnswerRules = {}) {
    this.#rules = rules;
    this.#blocks = new Blocks(rules.nameOf ?? ((name) => name));
  }

  /** Whether nothing is missing but the end: a connection that breaks now took nothing away. */
  get isComplete(): boolean {
    return this.#finish !== undefined || this.#isOver;
  }

  get isDamaged(): boolean {
    return this.#events?.isDamaged === true;
  }

  /** Reads the bytes of one read of the network, wherever they were split. */
  push(bytes: Uint8Array, parts: ChatPart[] = []): readonly ChatPart[] {
    this.#events ??= new AnswerEvents({
      places: PLACES,
      read: (event, read) => this.#event(event, read),
    });
    return this.#events.push(bytes, parts);
  }

  /** Ends a stream. Throws `cut-off` when it was not complete, `malformed` when it was empty. */
  end(): readonly ChatPart[] {
    const parts = this.#events?.end() ?? [];
    if (this.#isOver) return parts;
    if (!this.#hasChunk) throw new ProviderFailure('malformed', 'its answer was empty');
    if (this.#finish === undefined && !(this.#isMarked && this.#rules.isMarkEnough === true)) {
      throw new ProviderFailure('cut-off', 'its answer ended before it was complete');
    }
    this.#over(parts);
    return parts;
  }

  /** Reads an answer in JSON, which is whole without a finish reason. */
  whole(body: string): readonly ChatPart[] {
    const fields = chunkIn(body.replace(/^\uFEFF/, ''));
    if (Array.isArray(fields['choices']) && fields['choices'].length === 0) {
      throw new ProviderFailure('malformed', 'it answered without a choice');
    }
    const parts: ChatPart[] = [];
    this.#chunk(fields, parts);
    this.#over(parts);
    return parts;
  }

  /** Returns the chunk where others like it may follow. */
  #event({ name, data }: TextEvent, parts: ChatPart[]): Fields | undefined {
    if (this.#isOver) return undefined;
    if (data === '[DONE]') {
      this.#isMarked = true;
      if (this.#finish !== undefined) this.#over(parts);
      return undefined;
    }
    if (name === 'error') throw classifyChatError(jsonIn(data) ?? data, this.#rules.failures);
    if (data === '' || this.#isMarked) return undefined;
    const chunk = chunkIn(data);
    this.#chunk(chunk, parts);
    const { choices } = chunk;
    const isPlain = Array.isArray(choices) && choices.length === 1 && this.#finish === undefined;
    return isPlain && this.#blocks.isSpeaking ? chunk : undefined;
  }

  #chunk(chunk: Fields, parts: ChatPart[]): void {
    if (chunk['error'] != null || chunk['object'] === 'error') {
      // What it counted is owed for what was said until then.
      if (this.#isStarted) this.#count(chunk, choiceIn(chunk), parts);
      throw classifyChatError(chunk, this.#rules.failures);
    }
    const { choices } = chunk;
    if (!Array.isArray(choices) && chunk['usage'] === undefined) {
      throw new ProviderFailure('malformed', 'it answered without choices');
    }
    this.#hasChunk = true;
    this.#id ??= textOf(chunk['id']);
    this.#model ??= textOf(chunk['model']);
    this.#fingerprint ??= textOf(chunk['system_fingerprint']);
    const choice = choiceIn(chunk);
    const items = this.#blocks.read(deltaOf(choice), fieldsOf(choice['logprobs']), this.#id);
    if (items.length > 0) this.#emit(parts, items);
    this.#finish = textOf(choice['finish_reason']) ?? this.#finish;
    this.#count(chunk, choice, parts);
  }

  #count(chunk: Fields, choice: Fields, parts: ChatPart[]): void {
    const counts = chunk['usage'] ?? fieldsOf(chunk['x_groq'])['usage'] ?? choice['usage'];
    const usage = counts == null ? undefined : readChatUsage(counts, this.#rules);
    if (usage !== undefined) this.#emit(parts, [{ type: 'usage', usage }]);
  }

  #over(parts: ChatPart[]): void {
    const raw = this.#finish;
    const reason = this.#reasonOf(raw);
    this.#emit(parts, this.#blocks.end(reason === 'length' || reason === 'filter'));
    parts.push({ type: 'finish', reason, raw }, { type: 'done' });
    this.#isOver = true;
  }

  #reasonOf(raw: string | undefined): FinishReason {
    if (raw === undefined) return 'stop';
    const failure = FAILING.get(raw);
    if (failure !== undefined) throw new ProviderFailure(failure, 'it broke off its answer');
    return REASONS.get(raw) ?? 'other';
  }

  /** The start has the id and the model, which Azure sends with the second chunk. */
  #emit(parts: ChatPart[], items: readonly ChatPart[]): void {
    if (!this.#isStarted) {
      this.#isStarted = true;
      const start = { id: this.#id, model: this.#model, fingerprint: this.#fingerprint };
      parts.push({ type: 'start', ...present(start) });
    }
    addAll(parts, items);
  }
}

/** The words of all servers of this wire; the rest count as `other`, which clients see as a stop. */
const REASONS: ReadonlyMap<string, FinishReason> = new Map([
  ['stop', 'stop'],
  ['eos', 'stop'],
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop'],
  ['length', 'length'],
  ['max_tokens', 'length'],
  ['model_length', 'length'],
  ['tool_calls', 'calls'],
  ['function_call', 'calls'],
  ['content_filter', 'filter'],
  ['sensitive', 'filter'],
]);

/** What hides the lengths of tokens: of OpenAI, of Mistral. */
const IDLE = [['obfuscation'], ['p']];

/** The members of a delta that are one text. */
const PLACES = ['content', 'reasoning_content', 'reasoning'].map((name) => ({
  words: ['choices', 0, 'delta', name],
  idle: IDLE,
}));

/** What ends an answer that is worth nothing: of Mistral and gateways, DeepSeek, Z.AI. */
const FAILING: ReadonlyMap<string, FailureClass> = new Map([
  ['error', 'server'],
  ['insufficient_system_resource', 'overloaded'],
  ['network_error', 'server'],
]);

/** Arguments that are not a text; within a text the quotes have backslashes. */
const INPUT_AS_JSON = /"arguments"\s*:\s*[[{]/;

/** Numbers of input keep all their digits. */
function chunkIn(text: string): Fields {
  return objectIn(text, INPUT_AS_JSON.test(text) ? parseExactly : undefined);
}

/** More than one is never asked for. */
function choiceIn({ choices }: Fields): Fields {
  const list: readonly unknown[] = Array.isArray(choices) ? choices : [];
  return list.map(fieldsOf).find(({ index = 0 }) => index === 0) ?? {};
}

function deltaOf(choice: Fields): Fields {
  return fieldsOf(choice['delta'] ?? choice['message']);
}
