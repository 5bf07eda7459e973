import { Buffer } from 'node:buffer';
import { EventStreamParser } from './event-stream-parser.ts';

/** An event of a stream whose data is text. */
export interface TextEvent {
  /** The value of its `event:` line, or `''`. */
  readonly name: string;
  readonly data: string;
}

/**
 * Reads server-sent events of text from chunks of bytes. Invalid UTF-8 becomes U+FFFD, whichever
 * way the bytes are split.
 */
export class EventTexts {
  #data: Uint8Array[] = [];
  #events: TextEvent[] = [];
  readonly #parser = new EventStreamParser({
    data: (bytes) => this.#data.push(bytes),
    event: (name) => {
      const [first, ...more] = this.#data;
      const bytes = more.length === 0 && first !== undefined ? first : Buffer.concat(this.#data);
      this.#data = [];
      this.#events.push({ name, data: textOf(bytes) });
    },
  });

  /** Returns the events that these bytes complete. */
  push(bytes: Uint8Array): readonly TextEvent[] {
    this.#parser.push(bytes);
    return this.#taken();
  }

  /** Returns the event that the end of the stream completes, if there is one. */
  end(): readonly TextEvent[] {
    this.#parser.end();
    return this.#taken();
  }

  #taken(): readonly TextEvent[] {
    const events = this.#events;
    if (events.length > 0) this.#events = [];
    return events;
  }
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
}
