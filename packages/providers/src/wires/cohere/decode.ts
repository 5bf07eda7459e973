import { ProviderFailure } from '@model-gateway/core';
import type { ChatPart, FinishReason } from '@model-gateway/core/chat';
import { addAll, isJsonObject, jsonIn, present } from '@model-gateway/core/kit';
import type { Decoder } from '../../chat/decoder.ts';
import type { TextEvent } from '../../http/event-texts.ts';
import { countOf, fieldsOf, listOf, textOf, type Fields } from '../../http/fields.ts';
import { AnswerEvents } from '../common/answer-events.ts';
import { CallIds } from '../common/call-ids.ts';
import { unusable } from '../common/call-input.ts';
import { objectIn } from '../common/event-json.ts';
import { OutputBlocks, type Citation, type Speech } from '../common/output-blocks.ts';
import { classifyCohereError } from './failures.ts';
import { readCohereUsage } from './usage.ts';

/** What the names of an answer mean to the client. */
interface AnswerNames {
  /** Returns the client's name of a tool. */
  readonly nameOf: (name: string) => string;
}

/** What the model says about the calls that it is about to make. */
const PLAN: Speech = { key: 'plan', kind: 'text', phase: 'commentary' };

/**
 * Turns the answer of Cohere's chat into parts: each read of a stream by `push`, then `end`; or an
 * answer in JSON by `whole`. An answer is complete with the reason in `message-end`, and over with the
 * counts there. Events of other types mean nothing. Throws `ProviderFailure`.
 */
export class CohereDecoder implements Decoder {
  readonly #events = new AnswerEvents({
    places: PLACES,
    read: (event, parts) => this.#read(event, parts),
    goneOn: (text) => this.#blocks.goneOn(text),
  });
  readonly #blocks = new OutputBlocks();
  readonly #ids = new CallIds();
  readonly #names: AnswerNames;
  /** The keys of calls, by their numbers on the wire. */
  readonly #calls = new Map<number, string>();
  #called = 0;
  /** The content that is said. */
  #speech: Speech | undefined;
  #parts: ChatPart[] = [];
  #id: string | undefined;
  #isStarted = false;
  #isOver = false;
  #finish: string | undefined;

  constructor(names: AnswerNames) {
    this.#names = names;
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
    return this.#events.push(bytes, parts);
  }

  /** Ends a stream. Throws `cut-off` when it was not complete, `malformed` when it was empty. */
  end(): readonly ChatPart[] {
    const parts = this.#events.end();
    this.#parts = parts;
    if (this.#isOver) return parts;
    if (!this.isComplete) {
      throw this.#isStarted
        ? new ProviderFailure('cut-off', 'its answer ended before it was complete')
        : new ProviderFailure('malformed', 'its answer was empty');
    }
    this.#over();
    return parts;
  }

  /** Reads an answer in JSON. */
  whole(body: string): readonly ChatPart[] {
    const answer = objectIn(body.replace(/^\uFEFF/, ''));
    const { id, message, finish_reason: reason } = answer;
    if (!isJsonObject(message)) {
      if (textOf(message) !== undefined) throw classifyCohereError(answer);
      throw new ProviderFailure('malformed', 'it answered without a message');
    }
    const { content, tool_plan: plan, tool_calls: calls, citations } = message;
    if (!Array.isArray(content) && !Array.isArray(calls)) {
      throw new ProviderFailure('malformed', 'it answered without content');
    }
    this.#start(id);
    const items = listOf(content);
    const cited: Fields[][] = items.map(() => []);
    const usual = items.findIndex(({ text }) => typeof text === 'string');
    for (const citation of listOf(citations)) {
      cited[countOf(citation['content_index']) ?? usual]?.push(citation);
    }
    for (const [index, item] of items.entries()) {
      this.#content(index, item);
      for (const citation of cited[index] ?? []) this.#cite(citation);
    }
    this.#say(PLAN, plan);
    for (const [index, call] of listOf(calls).entries()) {
      this.#call(index, call);
      this.#blocks.callEnds(this.#keyOf(index), '');
    }
    this.#ends({ ...answer, finish_reason: textOf(reason) ?? 'COMPLETE' });
    if (!this.#isOver) this.#over();
    return this.#parts;
  }

  /** Returns the event where others like it may follow. */
  #read({ name, data }: TextEvent, parts: ChatPart[]): Fields | undefined {
    this.#parts = parts;
    if (this.#isOver || data === '') return undefined;
    if (data === '[DONE]') {
      if (this.isComplete) this.#over();
      return undefined;
    }
    if (name === 'error') throw classifyCohereError(jsonIn(data) ?? data);
    const event = objectIn(data);
    this.#event(textOf(event['type']) ?? name, event);
    this.#collect();
    return this.#blocks.isSpeaking ? event : undefined;
  }

  #event(type: string, event: Fields): void {
    const index = countOf(event['index']) ?? 0;
    const { message, ...delta } = fieldsOf(event['delta']);
    const { content, tool_plan: plan, tool_calls: calls, citations } = fieldsOf(message);
    switch (type) {
      case 'message-start':
        return this.#start(event['id']);
      case 'content-start':
      case 'content-delta':
        return this.#content(index, fieldsOf(content));
      case 'tool-plan-delta':
        return this.#say(PLAN, plan);
      case 'tool-call-start':
        return this.#call(index, fieldsOf(calls));
      case 'tool-call-delta':
        return this.#input(index, fieldsOf(calls));
      case 'tool-call-end':
        return this.#blocks.callEnds(this.#keyOf(index), '');
      case 'citation-start':
        return this.#cite(fieldsOf(citations));
      case 'message-end':
        return this.#ends(delta);
      default: {
        const isError = type === 'error' || event['error'] != null || textOf(event['message']);
        if (isError) throw classifyCohereError(event);
        if (type === '') throw new ProviderFailure('malformed', 'it answered without a type');
      }
    }
  }

  #content(index: number, { text, thinking }: Fields): void {
    if (typeof thinking === 'string') {
      this.#say({ key: `thinking ${index}`, kind: 'reasoning' }, thinking);
    }
    this.#say({ key: `text ${index}`, kind: 'text' }, text);
  }

  #say(speech: Speech, text: unknown): void {
    if (typeof text !== 'string' || text === '') return;
    this.#speech = speech;
    this.#blocks.say(speech, text);
  }

  #call(index: number, call: Fields): void {
    const name = textOf(fieldsOf(call['function'])['name']);
    if (name === undefined) throw unusable('without a name');
    this.#speech = undefined;
    const number = this.#called++;
    const key = `call ${number}`;
    this.#calls.set(index, key);
    const id = this.#ids.of(textOf(call['id']), this.#id, number);
    this.#blocks.call(key, id, this.#names.nameOf(name), false);
    this.#input(index, call);
  }

  #input(index: number, { function: called }: Fields): void {
    this.#blocks.input(this.#keyOf(index), textOf(fieldsOf(called)['arguments']) ?? '');
  }

  #keyOf(index: number): string {
    return this.#calls.get(index) ?? '';
  }

  /** A citation of a page that the text which is said has; there is no form for others. */
  #cite({ start, end, text, sources, content_index: place }: Fields): void {
    const speech = this.#speech;
    if (speech?.kind !== 'text' || speech === PLAN) return;
    const index = countOf(place) ?? Number(speech.key.replace('text ', ''));
    if (speech.key !== `text ${index}`) return;
    const range = { start_index: countOf(start) ?? 0, end_index: countOf(end) ?? 0 };
    const citations = listOf(sources).flatMap((source) => citationOf(source, text, range));
    if (citations.length > 0) this.#blocks.cite(speech, citations);
  }

  #ends({ finish_reason: reason, usage: counts, error }: Fields): void {
    const usage = readCohereUsage(counts);
    const raw = textOf(reason);
    if (usage !== undefined) {
      this.#start(undefined);
      this.#parts.push({ type: 'usage', usage });
    }
    if (raw === undefined) return;
    if (raw === 'TIMEOUT') throw new ProviderFailure('timeout', 'it broke off its answer');
    if (raw === 'ERROR') throw classifyCohereError({ message: error });
    this.#finish = raw;
    if (usage !== undefined) this.#over();
  }

  #over(): void {
    const raw = this.#finish ?? '';
    const reason = REASONS.get(raw) ?? 'other';
    this.#blocks.end(reason === 'length');
    this.#collect();
    this.#start(undefined);
    this.#parts.push({ type: 'finish', reason, raw }, { type: 'done' });
    this.#isOver = true;
  }

  #collect(): void {
    const parts = this.#blocks.taken();
    if (parts.length === 0) return;
    this.#start(undefined);
    addAll(this.#parts, parts);
  }

  #start(id: unknown): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    this.#id = textOf(id);
    this.#parts.push({ type: 'start', ...present({ id: this.#id }) });
  }
}

const PLACES = [['content', 'text'], ['content', 'thinking'], ['tool_plan']].map((path) => ({
  words: ['delta', 'message', ...path],
}));

const REASONS: ReadonlyMap<string, FinishReason> = new Map([
  ['COMPLETE', 'stop'],
  ['STOP_SEQUENCE', 'stop'],
  ['MAX_TOKENS', 'length'],
  ['TOOL_CALL', 'calls'],
]);

function citationOf(source: Fields, content: unknown, range: object): readonly Citation[] {
  const { url, title } = fieldsOf(source['document'] ?? source['tool_output']);
  if (typeof url !== 'string') return [];
  return [present({ url, title: textOf(title), content: textOf(content), ...range })];
}
