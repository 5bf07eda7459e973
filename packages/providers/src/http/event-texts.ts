import { Buffer } from 'node:buffer';
import { ProviderFailure } from '@model-gateway/core';
import { EventStreamParser } from './event-stream-parser.ts';
import { Utf8Text } from './utf8-text.ts';

/** An event of a stream whose data is text. */
export interface TextEvent {
  /** The value of its `event:` line, or `''`. */
  readonly name: string;
  readonly data: string;
}

/** An event without an end must not fill the memory. */
const MOST_BYTES = 16 * 1024 * 1024;
/** What a piece costs beside its bytes. */
const PIECE_BYTES = 16;

/**
 * Reads server-sent events of text from chunks of bytes. Invalid UTF-8 becomes U+FFFD, whichever
 * way the bytes are split. Throws `malformed` for an event of more than 16 MiB.
 */
export class EventTexts {
  #data: Uint8Array[] = [];
  #bytes = 0;
  #events: TextEvent[] = [];
  readonly #utf8 = new Utf8Text();
  readonly #parser = new EventStreamParser({
    data: (bytes) => this.#add(bytes),
    event: (name) => {
      const [first, ...more] = this.#data;
      const bytes = more.length === 0 && first !== undefined ? first : Buffer.concat(this.#data);
      this.#data = [];
      this.#bytes = 0;
      this.#events.push({ name, data: this.#utf8.textOf(bytes) });
    },
  });

  /** Whether any of the bytes were not UTF-8. */
  get isDamaged(): boolean {
    return this.#utf8.isDamaged;
  }

  /**
   * Returns the text of bytes that begin with an event and end with one, its lines ended by LF as most
   * servers end them; undefined for others.
   */
  textOf(bytes: Uint8Array): string | undefined {
    if (bytes.at(-1) !== LF || bytes.length > MOST_BYTES) return undefined;
    const isCrLf = bytes.at(-2) === CR && bytes.at(-3) === LF && bytes.at(-4) === CR;
    if ((!isCrLf && bytes.at(-2) !== LF) || !this.#parser.isBetweenEvents) return undefined;
    const text = this.#utf8.textOf(bytes);
    return isCrLf ? text.replaceAll('\r\n', '\n') : text;
  }

  /** Returns the events that these bytes complete; `text` is what `textOf` returned of them. */
  push(bytes: Uint8Array, text = this.textOf(bytes)): readonly TextEvent[] {
    const plain = text === undefined ? undefined : plainEvents(text);
    if (plain !== undefined) return plain;
    this.#parser.push(bytes);
    return this.#taken();
  }

  /** Returns the event that the end of the stream completes, if there is one. */
  end(): readonly TextEvent[] {
    this.#parser.end();
    return this.#taken();
  }

  #add(bytes: Uint8Array): void {
    this.#bytes += bytes.byteLength + PIECE_BYTES;
    if (this.#bytes > MOST_BYTES) {
      throw new ProviderFailure('malformed', 'an event of its answer is too large');
    }
    this.#data.push(bytes);
  }

  #taken(): readonly TextEvent[] {
    const events = this.#events;
    if (events.length > 0) this.#events = [];
    return events;
  }
}

const LF = 0x0a;
const CR = 0x0d;
const END = '\n\n';
const DATA = 'data: ';
const NAME = 'event: ';

/**
 * Returns the events of a read that has whole events of one line of data, named or not, as most
 * reads of most servers do; undefined for any other.
 */
function plainEvents(text: string): readonly TextEvent[] | undefined {
  if (text.includes('\r')) return undefined;
  const events: TextEvent[] = [];
  for (let at = 0; at < text.length;) {
    const isNamed = text.startsWith(NAME, at);
    const from = isNamed ? text.indexOf('\n', at) + 1 : at;
    const end = text.indexOf('\n', from);
    if (!text.startsWith(DATA, from) || !text.startsWith(END, end)) return undefined;
    const name = isNamed ? text.slice(at + NAME.length, from - 1) : '';
    events.push({ name, data: text.slice(from + DATA.length, end) });
    at = end + END.length;
  }
  return events;
}
