import { ProviderFailure } from '@model-gateway/core';
import { isJsonObject, jsonIn } from '@model-gateway/core/kit';
import { JsonText } from './json-text.ts';

/** Input stays in memory until the call is complete. */
const LONGEST = 16 * 1024 * 1024;

/**
 * The input of a call as it arrives. It is passed on once it has begun as an object; what begins
 * otherwise waits for its end.
 */
export class CallInput {
  readonly #json = new JsonText();
  #length = 0;
  /** Not passed on yet. */
  #held = '';

  /** Whether nothing has arrived. */
  get isBlank(): boolean {
    return this.#length === 0;
  }

  /** Whether it is one object and nothing else. */
  get isObject(): boolean {
    return this.#json.isObject;
  }

  push(text: string): void {
    this.#length += text.length;
    if (this.#length > LONGEST) {
      throw new ProviderFailure('malformed', 'it called a tool with too long arguments');
    }
    this.#json.push(text);
    this.#held += text;
  }

  /** Returns what may be passed on, once. */
  release(): string {
    if (!this.#json.beginsObject) return '';
    const text = this.#held;
    this.#held = '';
    return text;
  }

  /** What is left to pass on at the end; undefined when the input is not an object. */
  get rest(): string | undefined {
    if (!this.#json.beginsObject) return normalized(this.#held);
    return this.#json.isObject ? this.#held : undefined;
  }
}

/**
 * Returns input that was passed on in no part as the text of an object: some servers write `null`,
 * an empty list or text for no arguments, and some write the object as JSON in a text.
 */
function normalized(held: string): string | undefined {
  const text = held.trim();
  if (text === '' || EMPTY.has(text)) return '';
  const inner = jsonIn(text);
  return typeof inner === 'string' && isJsonObject(jsonIn(inner)) ? inner : undefined;
}

const EMPTY: ReadonlySet<string> = new Set(['null', '""', '[]']);

/** Returns input that came as a value as its text. Throws `malformed` for one that is too deep for it. */
export function writtenInput(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (cause) {
    const sentence = 'it called a tool with arguments that JSON cannot hold';
    throw new ProviderFailure('malformed', sentence, { cause });
  }
}

/** How a call is unusable whose input was not cut off. */
export const NOT_AN_OBJECT = 'with arguments that are not a JSON object';

/** Returns the failure of a model that called a tool in a way that no client can follow. */
export function unusable(how: string): ProviderFailure {
  return new ProviderFailure('generation', `it called a tool ${how}`);
}
