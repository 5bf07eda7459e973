import { ProviderFailure } from '@model-gateway/core';
import type { ChatPart } from '@model-gateway/core/chat';
import { countOf, fieldsOf, textOf, type Fields } from '../../http/fields.ts';
import { CallIds } from '../common/call-ids.ts';
import { CallInput, NOT_AN_OBJECT, unusable, writtenInput } from '../common/call-input.ts';

interface Call {
  readonly index: number | undefined;
  /** As the server sent it; undefined where it did not. */
  readonly id: string | undefined;
  name: string | undefined;
  readonly input: CallInput;
  /** Undefined until its name is known. */
  block: number | undefined;
  isClosed: boolean;
}

/**
 * Puts the calls of an answer together. Servers tell parallel calls apart by an index, by an id, or
 * by sending each in one piece. A call closes when its input is an object and another one follows,
 * or at the end: a stream that breaks off has no complete call.
 */
export class Calls {
  readonly #number: () => number;
  readonly #nameOf: (name: string) => string;
  #calls: Call[] = [];
  readonly #ids = new CallIds();

  /** `number` returns the number of the next block, `nameOf` the client's name of a tool. */
  constructor(number: () => number, nameOf: (name: string) => string) {
    this.#number = number;
    this.#nameOf = nameOf;
  }

  get areOpen(): boolean {
    return this.#calls.some(({ isClosed }) => !isClosed);
  }

  /** Reads the entries of one `tool_calls`. */
  read(entries: readonly Fields[], answerId: string | undefined): readonly ChatPart[] {
    const parts: ChatPart[] = [];
    for (const entry of entries) {
      const told = fieldsOf(entry['function']);
      const name = textOf(told['name']);
      const input = inputOf(told['arguments']);
      const call = this.#callOf(entry, name, input) ?? this.#begin(entry);
      call.name ??= name;
      this.#grow(call, input);
      if (call.block === undefined && call.name !== undefined) {
        parts.push(...this.#open(call, call.name, answerId));
      }
      parts.push(...release(call));
    }
    return parts;
  }

  /** Closes the calls whose input is an object. */
  closeWhole(): readonly ChatPart[] {
    return this.#calls.flatMap((call) =>
      call.input.isObject ? [...this.#close(call, false)] : [],
    );
  }

  /** Closes all calls; `isCut` when one may be incomplete. */
  end(isCut: boolean): readonly ChatPart[] {
    return this.#calls.flatMap((call) => [...this.#close(call, isCut)]);
  }

  /** The call that an entry goes on with; undefined for a new one. */
  #callOf(entry: Fields, name: string | undefined, input: string): Call | undefined {
    const [id, index] = [textOf(entry['id']), countOf(entry['index'])];
    const withId = () => this.#calls.findLast((call) => id !== undefined && call.id === id);
    const withIndex = () => this.#calls.findLast((call) => call.index === index);
    const isNameless = id === undefined || name === undefined;
    const known =
      index === undefined
        ? (withId() ?? (isNameless ? this.#calls.at(-1) : undefined))
        : (withIndex() ??
          this.#calls.findLast((call) => call.index === undefined && call.id === id));
    if (known === undefined || name === undefined || known.name === undefined) return known;
    // A name again: of the same call, or of another one where every call is counted as the first.
    if (name !== known.name) return undefined;
    if (id !== undefined && known.id !== undefined) return id === known.id ? known : undefined;
    const isNext = index === undefined || (known.input.isObject && input !== '');
    return isNext ? undefined : known;
  }

  #begin(entry: Fields): Call {
    if (this.#calls.length === MOST_CALLS) {
      throw new ProviderFailure('malformed', `it called more than ${MOST_CALLS} tools`);
    }
    const call: Call = {
      index: countOf(entry['index']),
      id: textOf(entry['id']),
      name: undefined,
      input: new CallInput(),
      block: undefined,
      isClosed: false,
    };
    this.#calls.push(call);
    return call;
  }

  #grow(call: Call, input: string): void {
    if (call.isClosed && input.trim() !== '') {
      throw new ProviderFailure('generation', 'it went on with a call that was complete');
    }
    if (call.isClosed) return;
    call.input.push(input);
  }

  *#open(call: Call, name: string, answerId: string | undefined): Generator<ChatPart, void> {
    for (const earlier of this.#calls) {
      if (earlier !== call && earlier.input.isObject) yield* this.#close(earlier, false);
    }
    call.block = this.#number();
    const id = this.#ids.of(call.id, answerId, call.block);
    yield {
      type: 'open',
      block: call.block,
      kind: 'call',
      id,
      name: this.#nameOf(name),
      by: 'client',
    };
  }

  *#close(call: Call, isCut: boolean): Generator<ChatPart, void> {
    if (call.isClosed) return;
    call.isClosed = true;
    const { block, input } = call;
    // A call without a name that the limit cut off is not a call yet.
    if (block === undefined && isCut) return;
    if (block === undefined) throw unusable('without a name');
    const rest = input.rest;
    if (rest === undefined && !isCut) throw unusable(NOT_AN_OBJECT);
    // The last one may have been cut off before its input.
    const isWhole = rest !== undefined && !(isCut && input.isBlank && call === this.#calls.at(-1));
    if (isWhole && rest !== '') yield { type: 'delta', block, text: rest };
    yield { type: 'close', block, ...(!isWhole && { isCut: true }) };
  }
}

/** More would be a model that has lost its way. */
const MOST_CALLS = 1000;

function inputOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return value == null ? '' : writtenInput(value);
}

function release(call: Call): readonly ChatPart[] {
  if (call.block === undefined || call.isClosed) return [];
  const text = call.input.release();
  return text === '' ? [] : [{ type: 'delta', block: call.block, text }];
}
