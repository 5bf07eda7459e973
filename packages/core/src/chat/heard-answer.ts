import { argumentsIn, jsonOrText } from '../json-in.ts';
import { isJsonObject, type JsonObject } from '../json-value.ts';

/** What a client received of an answer, and the usage reported to it. */
export interface HeardAnswer {
  readonly text: string;
  readonly reasoning: string;
  readonly refusal: string;
  /** Calls of tools in their order; arguments that are not JSON are text. */
  readonly calls: readonly { readonly name: string; readonly args: unknown }[];
  /** Why the model stopped, in the words of the dialect. */
  readonly finish: string | undefined;
  /** Undefined where the client was not told. */
  readonly usage: HeardUsage | undefined;
  /** USD as told to the client. */
  readonly cost: number | undefined;
  /** The pieces in which its words came, in order. */
  readonly pieces: readonly HeardPiece[];
  /** The positions of the events that said something: words, or arguments of a call. */
  readonly deltas: readonly number[];
  /** What it holds beside all that: the kinds of blocks and items, `choices` for more than one. */
  readonly others: readonly string[];
}

/** Tokens as a client was told them. */
export interface HeardUsage {
  /** All of the input, with those that the prompt cache had (`cached`) and took in (`written`). */
  readonly input: number;
  readonly output: number;
  readonly cached: number;
  readonly written: number;
  readonly reasoning: number;
}

/** Words that came at once. */
export interface HeardPiece {
  readonly of: 'text' | 'reasoning' | 'refusal';
  readonly text: string;
  /** The position of its event in the stream; 0 in an answer as a whole. */
  readonly event: number;
}

/** Reads a whole answer of an operation; undefined for anything else, such as an error. */
export function heardWhole(operation: string, value: unknown): HeardAnswer | undefined {
  if (!isJsonObject(value)) return undefined;
  const hearing = new Hearing();
  WHOLE[operation]?.(value, hearing);
  return hearing.answer();
}

/** Reads the data of the events of a stream, as many as came. */
export function heardStream(operation: string, events: readonly string[]): HeardAnswer | undefined {
  const stream = new StreamHearing(operation);
  for (const event of events) stream.hear(event);
  return stream.answer();
}

/** Reads a stream of an operation while it comes, each event once. */
export class StreamHearing {
  readonly #hearing = new Hearing();
  readonly #read: Read | undefined;

  constructor(operation: string) {
    this.#read = EVENTS[operation];
  }

  /** Takes the data of the next event. */
  hear(event: string): void {
    const value = jsonOrText(event);
    if (isJsonObject(value)) this.#read?.(value, this.#hearing);
    this.#hearing.event++;
  }

  /** Returns what was heard so far; undefined before the first words. Its lists go on growing. */
  answer(): HeardAnswer | undefined {
    return this.#hearing.answer();
  }
}

type Read = (value: JsonObject, hearing: Hearing) => void;

const WHOLE: Readonly<Record<string, Read>> = {
  createChatCompletion(value, hearing) {
    for (const choice of list(value['choices'])) {
      hearing.choice(choice['index']);
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
      hearing.choice(choice['index']);
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

const KINDS = ['text', 'refusal', 'reasoning'] as const;
const BLOCKS: ReadonlySet<unknown> = new Set(['text', 'thinking', 'redacted_thinking', 'tool_use']);
const ITEMS: ReadonlySet<unknown> = new Set(['message', 'function_call', 'reasoning']);

/** What was heard so far. */
class Hearing {
  /** The position of the event that is read. */
  event = 0;
  #isHeard = false;
  readonly #texts = { text: '', reasoning: '', refusal: '' };
  readonly #pieces: HeardPiece[] = [];
  readonly #deltas: number[] = [];
  readonly #others = new Set<string>();
  readonly #calls = new Map<string, { name: string; args: string }>();
  #finish: string | undefined;
  #usage: HeardUsage | undefined;
  #cost: number | undefined;

  answer(): HeardAnswer | undefined {
    if (!this.#isHeard) return undefined;
    const calls = [...this.#calls.values()].map(({ name, args }) => ({
      name,
      args: argumentsIn(args),
    }));
    return {
      ...this.#texts,
      calls,
      finish: this.#finish,
      usage: this.#usage,
      cost: this.#cost,
      pieces: this.#pieces,
      deltas: this.#deltas,
      others: [...this.#others],
    };
  }

  choice(index: unknown): void {
    if (typeof index === 'number' && index > 0) this.#others.add('choices');
  }

  /** A message of chat completions, or a piece of one. */
  completion({ content, refusal, reasoning, tool_calls: calls, ...others }: JsonObject): void {
    this.#said({ text: content, refusal, reasoning });
    for (const name of ['audio', 'images', 'function_call']) {
      if (others[name] !== undefined && others[name] !== null) this.#others.add(name);
    }
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
    if (!BLOCKS.has(type)) this.#others.add(String(type));
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
    if (!ITEMS.has(type)) this.#others.add(String(type));
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

  #said(words: Readonly<Partial<Record<HeardPiece['of'], unknown>>>): void {
    for (const of of KINDS) {
      const text = words[of];
      if (typeof text !== 'string' || text === '') continue;
      this.#texts[of] += text;
      this.#pieces.push({ of, text, event: this.event });
      this.#spoke();
    }
    this.#isHeard = true;
  }

  #spoke(): void {
    if (this.#deltas.at(-1) !== this.event) this.#deltas.push(this.event);
  }

  #called(key: string, name: unknown, args: unknown): void {
    const known = this.#calls.get(key) ?? { name: '', args: '' };
    if (typeof name === 'string' && known.name === '') known.name = name;
    if (typeof args === 'string' && args !== '') {
      known.args += args;
      this.#spoke();
    }
    this.#calls.set(key, known);
    this.#isHeard = true;
  }
}

function list(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.map(object) : [];
}

function object(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}
