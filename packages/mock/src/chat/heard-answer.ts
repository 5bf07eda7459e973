import { isJsonObject, type JsonObject } from '@model-gateway/core/kit';
import type { JournaledAnswer, JournaledUsage } from '../journal-entry.ts';

/** What a client heard of an answer, and what it was told of it. */
export interface HeardAnswer extends JournaledAnswer {
  /** Undefined where the client was not told. */
  readonly usage: JournaledUsage | undefined;
  /** USD as told to the client. */
  readonly cost: number | undefined;
}

/** Reads a whole answer of an operation; undefined for what is none, such as an error. */
export function heardWhole(operation: string, value: unknown): HeardAnswer | undefined {
  if (!isJsonObject(value)) return undefined;
  const hearing = new Hearing();
  WHOLE[operation]?.(value, hearing);
  return hearing.answer();
}

/** Reads the data of the events of a stream, as many as came. */
export function heardStream(operation: string, events: readonly string[]): HeardAnswer | undefined {
  const hearing = new Hearing();
  const read = EVENTS[operation];
  for (const event of events) {
    const value = parsed(event);
    if (isJsonObject(value)) read?.(value, hearing);
  }
  return hearing.answer();
}

type Read = (value: JsonObject, hearing: Hearing) => void;

const WHOLE: Readonly<Record<string, Read>> = {
  createChatCompletion(value, hearing) {
    for (const choice of list(value['choices'])) {
      hearing.completion(object(choice['message']));
      hearing.finished(choice['finish_reason']);
    }
    hearing.counted(value['usage']);
  },
  createMessage(value, hearing) {
    for (const [index, block] of list(value['content']).entries()) hearing.block(index, block);
    hearing.finished(value['stop_reason']);
    hearing.counted(value['usage'], true);
  },
  createResponse(value, hearing) {
    for (const [index, item] of list(value['output']).entries()) hearing.item(index, item);
    if (value['object'] === 'response') hearing.finished(value['status']);
    hearing.counted(value['usage']);
  },
};

const EVENTS: Readonly<Record<string, Read>> = {
  createChatCompletion(value, hearing) {
    for (const choice of list(value['choices'])) {
      hearing.completion(object(choice['delta']));
      hearing.finished(choice['finish_reason']);
    }
    hearing.counted(value['usage']);
  },
  createMessage({ type, index, content_block: block, delta, usage }, hearing) {
    if (type === 'content_block_start') hearing.block(Number(index), object(block));
    if (type === 'content_block_delta') hearing.blockDelta(Number(index), object(delta));
    if (type === 'message_delta') {
      hearing.finished(object(delta)['stop_reason']);
      hearing.counted(usage, true);
    }
  },
  createResponse({ type, output_index: index, item, delta, response }, hearing) {
    if (type === 'response.output_item.added') hearing.item(Number(index), object(item));
    if (typeof type === 'string' && type.endsWith('.delta')) {
      hearing.itemDelta(Number(index), type, String(delta));
    }
    if (response !== undefined && type !== 'response.created' && type !== 'response.in_progress') {
      hearing.finished(object(response)['status']);
      hearing.counted(object(response)['usage']);
    }
  },
};

/** What was heard so far. */
class Hearing {
  #isHeard = false;
  #text = '';
  #reasoning = '';
  #refusal = '';
  readonly #calls = new Map<string, { name: string; args: string }>();
  #finish: string | undefined;
  #usage: JournaledUsage | undefined;
  #cost: number | undefined;

  answer(): HeardAnswer | undefined {
    if (!this.#isHeard) return undefined;
    const calls = [...this.#calls.values()].map(({ name, args }) => ({
      name,
      args: parsed(args === '' ? '{}' : args),
    }));
    return {
      text: this.#text,
      reasoning: this.#reasoning,
      refusal: this.#refusal,
      calls,
      finish: this.#finish,
      usage: this.#usage,
      cost: this.#cost,
    };
  }

  /** A message of chat completions, or a piece of one. */
  completion({ content, refusal, reasoning, tool_calls: calls }: JsonObject): void {
    this.#said({ text: content, refusal, reasoning });
    for (const [position, call] of list(calls).entries()) {
      const { name, arguments: args } = object(call['function']);
      const { index } = call;
      this.#called(String(typeof index === 'number' ? index : position), name, args);
    }
  }

  /** A block of messages, or its beginning. */
  block(index: number, block: JsonObject): void {
    const { type, text, thinking, name, input } = block;
    this.#said({ text, reasoning: thinking });
    if (type !== 'tool_use') return;
    const isBegun = isJsonObject(input) && Object.keys(input).length === 0;
    this.#called(String(index), name, isBegun ? '' : JSON.stringify(input));
  }

  blockDelta(index: number, { text, thinking, partial_json: args }: JsonObject): void {
    this.#said({ text, reasoning: thinking });
    if (args !== undefined) this.#called(String(index), undefined, args);
  }

  /** An item of responses, or its beginning. */
  item(index: number, { type, name, arguments: args, content, summary }: JsonObject): void {
    if (type === 'function_call') this.#called(String(index), name, args);
    for (const { text, refusal } of list(content)) {
      this.#said(type === 'reasoning' ? { reasoning: text } : { text, refusal });
    }
    for (const { text } of list(summary)) this.#said({ reasoning: text });
  }

  itemDelta(index: number, type: string, delta: string): void {
    if (type.startsWith('response.output_text')) this.#said({ text: delta });
    else if (type.startsWith('response.refusal')) this.#said({ refusal: delta });
    else if (type.startsWith('response.reasoning')) this.#said({ reasoning: delta });
    else if (type.startsWith('response.function_call')) {
      this.#called(String(index), undefined, delta);
    }
  }

  finished(reason: unknown): void {
    if (typeof reason !== 'string') return;
    this.#isHeard = true;
    this.#finish = reason;
  }

  /** `isApart`: the tokens of the cache are not among those of the input. */
  counted(given: unknown, isApart = false): void {
    if (!isJsonObject(given)) return;
    this.#isHeard = true;
    const number = (value: unknown) => (typeof value === 'number' ? value : 0);
    const inDetail = object(given['prompt_tokens_details'] ?? given['input_tokens_details']);
    const outDetail = object(given['completion_tokens_details'] ?? given['output_tokens_details']);
    const cached = number(given['cache_read_input_tokens'] ?? inDetail['cached_tokens']);
    const written = number(given['cache_creation_input_tokens'] ?? inDetail['cache_write_tokens']);
    const input = number(given['prompt_tokens'] ?? given['input_tokens']);
    this.#usage = {
      input: isApart ? input + cached + written : input,
      output: number(given['completion_tokens'] ?? given['output_tokens']),
      cached,
      written,
      reasoning: number(outDetail['reasoning_tokens'] ?? outDetail['thinking_tokens']),
    };
    if (typeof given['cost'] === 'number') this.#cost = given['cost'];
  }

  #said({ text, refusal, reasoning }: Readonly<Record<string, unknown>>): void {
    if (typeof text === 'string') this.#text += text;
    if (typeof refusal === 'string') this.#refusal += refusal;
    if (typeof reasoning === 'string') this.#reasoning += reasoning;
    this.#isHeard = true;
  }

  #called(key: string, name: unknown, args: unknown): void {
    const known = this.#calls.get(key) ?? { name: '', args: '' };
    if (typeof name === 'string' && known.name === '') known.name = name;
    if (typeof args === 'string') known.args += args;
    this.#calls.set(key, known);
    this.#isHeard = true;
  }
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return text;
  }
}

function list(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.map(object) : [];
}

function object(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}
