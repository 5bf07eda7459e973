import { ProviderFailure, type FailureClass } from '@model-gateway/core';
import type { ChatPart, ChatUsage, FinishReason } from '@model-gateway/core/chat';
import { addAll, isJsonObject, jsonIn, parseExactly, present } from '@model-gateway/core/kit';
import type { Decoder } from '../../chat/decoder.ts';
import { classifyError } from '../../http/classify.ts';
import type { TextEvent } from '../../http/event-texts.ts';
import { fieldsOf, listOf, textOf, type Fields } from '../../http/fields.ts';
import { AnswerEvents } from '../common/answer-events.ts';
import type { BlockRules } from '../common/content-blocks.ts';
import { AnswerParts } from './answer-parts.ts';
import { GEMINI_FAILURES } from './failures.ts';
import { GeminiUsage } from './usage.ts';

/**
 * Turns the answer of `generateContent` into parts: each read of a stream by `push`, then `end`; or an
 * answer in JSON by `whole`, which is a list where the stream was not asked for as events. An answer
 * is complete when a finish reason was seen; what is due at the end waits for the end, because the
 * reason may come twice and counts follow it. Throws `ProviderFailure`.
 */
export class GeminiDecoder implements Decoder {
  readonly #events = new AnswerEvents({
    places: PLACES,
    read: (event, parts) => this.#read(event, parts),
    goneOn: (_, counts, parts) => this.#recount(counts, parts),
  });
  readonly #answer: AnswerParts;
  /** What was read since the last time. */
  #parts: ChatPart[] = [];
  #isStarted = false;
  #hasFrame = false;
  #id: string | undefined;
  #model: string | undefined;
  #finish: string | undefined;
  readonly #counts = new GeminiUsage();
  #usage: ChatUsage | undefined;
  #told: ChatUsage | undefined;
  /** The counts that were told last by a frame that was not read. */
  #recounted = '';

  constructor(rules: BlockRules) {
    this.#answer = new AnswerParts(rules);
  }

  /** Whether nothing is missing but the end. */
  get isComplete(): boolean {
    return this.#finish !== undefined;
  }

  get isDamaged(): boolean {
    return this.#events.isDamaged;
  }

  /** Reads the bytes of one read of the network, wherever they were split. */
  push(bytes: Uint8Array, parts: ChatPart[] = []): readonly ChatPart[] {
    this.#parts = parts;
    return this.#events.push(bytes, parts);
  }

  /** Ends a stream. Throws `cut-off` when it was not complete, `malformed` when it was empty. */
  end(): readonly ChatPart[] {
    this.#parts = this.#events.end();
    return this.#over();
  }

  /** Reads an answer in JSON. */
  whole(body: string): readonly ChatPart[] {
    this.#parts = [];
    this.#frames(body.replace(/^\uFEFF/, ''));
    return this.#over();
  }

  /** Returns the frame where others like it may follow. */
  #read({ name, data }: TextEvent, parts: ChatPart[]): Fields | undefined {
    this.#parts = parts;
    if (data === '' || data === '[DONE]') return undefined;
    if (name === 'error') throw classifyError(jsonIn(data, parseExactly) ?? data, GEMINI_FAILURES);
    this.#recounted = '';
    const [frame] = this.#frames(data);
    // Of several candidates the first one may be another.
    const isPlain = listOf(fieldsOf(frame)['candidates']).length === 1;
    return isPlain && this.#answer.isSpeaking ? fieldsOf(frame) : undefined;
  }

  /** Reads frames; some, most of them errors, come as a list of one. */
  #frames(text: string): readonly unknown[] {
    const frames = [jsonIn(text, parseExactly)].flat();
    for (const frame of frames) this.#frame(frame);
    return frames;
  }

  /** Counts of frames that were not read. */
  #recount(counts: string, parts: ChatPart[]): void {
    if (counts === this.#recounted) return;
    this.#recounted = counts;
    this.#parts = parts;
    this.#usage = this.#counts.add(jsonIn(counts));
    this.#count();
  }

  #frame(frame: unknown): void {
    if (!isJsonObject(frame)) throw malformed('with something else than a JSON object');
    if (frame['error'] != null) throw classifyError(frame, GEMINI_FAILURES);
    if (!MEMBERS.some((name) => name in frame)) throw malformed('without candidates');
    this.#hasFrame = true;
    this.#id ??= textOf(frame['responseId']);
    this.#model ??= textOf(frame['modelVersion']);
    const [candidate = {}] = listOf(frame['candidates']).filter(({ index = 0 }) => index === 0);
    this.#checkPrompt(fieldsOf(frame['promptFeedback']), candidate);
    const finish = textOf(candidate['finishReason']);
    for (const part of listOf(fieldsOf(candidate['content'])['parts'])) {
      this.#answer.read(part, this.#id);
    }
    this.#emit(this.#answer.taken());
    if (finish !== undefined && finish !== UNSPECIFIED) this.#finish = finish;
    this.#usage = this.#counts.add(frame['usageMetadata']);
    this.#count();
  }

  /** A prompt that was blocked has no candidate. */
  #checkPrompt({ blockReason }: Fields, candidate: Fields): void {
    const reason = textOf(blockReason);
    if (reason === undefined || reason === 'BLOCKED_REASON_UNSPECIFIED') return;
    if (candidate['content'] !== undefined || this.#isStarted) return;
    throw new ProviderFailure('policy', `its content policy does not allow this (${reason})`);
  }

  /** Counts come with every frame, and mostly the same; before anything was said they can wait. */
  #count(): void {
    const usage = this.#usage;
    if (usage === undefined || !this.#isStarted || isSame(usage, this.#told)) return;
    this.#told = usage;
    this.#parts.push({ type: 'usage', usage });
  }

  #over(): readonly ChatPart[] {
    const raw = this.#finish;
    if (raw === undefined) {
      if (!this.#hasFrame) throw new ProviderFailure('malformed', 'its answer was empty');
      throw new ProviderFailure('cut-off', 'its answer ended before it was complete');
    }
    const failure = FAILING.get(raw);
    if (failure !== undefined) throw new ProviderFailure(failure, 'it broke off its answer');
    const reason = REASONS.get(raw) ?? 'other';
    this.#emit(this.#answer.end());
    if (reason === 'stop' && !this.#isStarted) {
      throw new ProviderFailure('generation', 'it answered nothing');
    }
    this.#start();
    this.#count();
    this.#parts.push({ type: 'finish', reason, raw }, { type: 'done' });
    return this.#parts;
  }

  #emit(parts: readonly ChatPart[]): void {
    if (parts.length === 0) return;
    this.#start();
    addAll(this.#parts, parts);
  }

  #start(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    this.#parts.push({ type: 'start', ...present({ id: this.#id, model: this.#model }) });
  }
}

const PLACES = [
  { words: ['candidates', 0, 'content', 'parts', 0, 'text'], counts: ['usageMetadata'] },
];

/** Of a frame, at least one. */
const MEMBERS = ['candidates', 'promptFeedback', 'usageMetadata', 'modelVersion', 'responseId'];

const UNSPECIFIED = 'FINISH_REASON_UNSPECIFIED';

/** `LANGUAGE`, `OTHER` and what is new count as `other`, which clients see as a stop. */
const REASONS: ReadonlyMap<string, FinishReason> = new Map([
  ['STOP', 'stop'],
  ['MAX_TOKENS', 'length'],
  // The limit of a request, after which another one could go on.
  ['CONTINUATION', 'length'],
  ['SAFETY', 'filter'],
  ['RECITATION', 'filter'],
  ['BLOCKLIST', 'filter'],
  ['PROHIBITED_CONTENT', 'filter'],
  ['SPII', 'filter'],
  ['MODEL_ARMOR', 'filter'],
  ['IMAGE_SAFETY', 'filter'],
  ['IMAGE_PROHIBITED_CONTENT', 'filter'],
  ['IMAGE_RECITATION', 'filter'],
]);

/** What ends an answer that no client can use. */
const FAILING: ReadonlyMap<string, FailureClass> = new Map([
  ['MALFORMED_FUNCTION_CALL', 'generation'],
  ['UNEXPECTED_TOOL_CALL', 'generation'],
  ['TOO_MANY_TOOL_CALLS', 'generation'],
  ['MISSING_THOUGHT_SIGNATURE', 'generation'],
  ['MALFORMED_RESPONSE', 'generation'],
]);

function isSame(usage: ChatUsage, told: ChatUsage | undefined): boolean {
  return (
    usage.inputTokens === told?.inputTokens &&
    usage.inputAudioTokens === told?.inputAudioTokens &&
    usage.outputTokens === told?.outputTokens &&
    usage.cacheReadTokens === told?.cacheReadTokens &&
    usage.reasoningTokens === told?.reasoningTokens
  );
}

function malformed(how: string): ProviderFailure {
  return new ProviderFailure('malformed', `it answered ${how}`);
}
