import { Buffer } from 'node:buffer';

/** Receives what a parser reads. */
export interface EventStreamSink {
  /** The next bytes of the current event's data: a slice of a pushed chunk, never a copy. */
  data(bytes: Uint8Array): void;
  /** The current event is complete; `name` is the value of its `event:` line, or `''`. */
  event(name: string): void;
}

const LF = 0x0a;
const CR = 0x0d;
const COLON = 0x3a;
const SPACE = 0x20;
const LINE_FEED = Uint8Array.of(LF);
const ERROR = Buffer.from('error');
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/** Longer than every known field and event name; the rest of a longer one is dropped. */
const LONGEST_NAME = 1024;

/**
 * Reads server-sent events from chunks of bytes, in time linear in their length: each byte is
 * examined once, however large an event is and however it is split into chunks. Data goes to the
 * sink as it arrives, so that an event of many megabytes is never buffered here. Source: the event
 * stream format of the HTML standard. Unlike there, an event that the end of the stream cuts off is
 * reported too, and a field `error`, in which builds of llama.cpp report failures, is an event of
 * that name.
 */
export class EventStreamParser {
  readonly #sink: EventStreamSink;
  #position: 'name' | 'space' | 'value' = 'name';
  /** The field name of the current line, as far as it has arrived. */
  #field = '';
  /** Decodes UTF-8, whose characters may be split between chunks. */
  #eventName: number[] = [];
  #hasData = false;
  #isAfterCr = false;
  #bytesOfMark = 0;

  constructor(sink: EventStreamSink) {
    this.#sink = sink;
  }

  /** Whether the next byte begins an event, and is not the first of the stream. */
  get isBetweenEvents(): boolean {
    const isAtLine = this.#position === 'name' && this.#field === '' && !this.#isAfterCr;
    const isAtEvent = !this.#hasData && this.#eventName.length === 0;
    return isAtLine && isAtEvent && this.#bytesOfMark === BYTE_ORDER_MARK.length;
  }

  push(chunk: Uint8Array): void {
    let at = this.#skipMark(chunk);
    let lf = -1;
    let cr = -1;
    while (at < chunk.length) {
      if (this.#isAfterCr) {
        this.#isAfterCr = false;
        if (chunk[at] === LF) {
          at++;
          continue;
        }
      }
      if (lf < at) lf = indexOrEnd(chunk, LF, at);
      if (cr < at) cr = indexOrEnd(chunk, CR, at);
      const end = Math.min(lf, cr);
      if (end > at) this.#piece(chunk.subarray(at, end));
      if (end === chunk.length) return;
      this.#endOfLine();
      this.#isAfterCr = end === cr;
      at = end + 1;
    }
  }

  /** Ends the stream; a last line or event without its line end counts as well. */
  end(): void {
    if (this.#position !== 'name' || this.#field !== '') this.#endOfLine();
    this.#endOfEvent();
  }

  #skipMark(chunk: Uint8Array): number {
    let at = 0;
    while (this.#bytesOfMark < BYTE_ORDER_MARK.length && at < chunk.length) {
      // One different byte means that the mark is absent; part of a mark is invalid in a field name
      // anyway.
      const isMark = chunk[at] === BYTE_ORDER_MARK[this.#bytesOfMark];
      this.#bytesOfMark = isMark ? this.#bytesOfMark + 1 : BYTE_ORDER_MARK.length;
      if (isMark) at++;
    }
    return at;
  }

  /** Reads a part of one line, or all of it. */
  #piece(bytes: Uint8Array): void {
    let at = 0;
    if (this.#position === 'name') at = this.#name(bytes);
    if (this.#position === 'space' && at < bytes.length) {
      this.#position = 'value';
      if (bytes[at] === SPACE) at++;
    }
    if (this.#position === 'value' && at < bytes.length) this.#value(bytes.subarray(at));
  }

  #name(bytes: Uint8Array): number {
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at] ?? 0;
      if (byte === COLON) {
        this.#beginValue();
        return at + 1;
      }
      if (this.#field.length < LONGEST_NAME) this.#field += String.fromCharCode(byte);
    }
    return bytes.length;
  }

  #beginValue(): void {
    this.#position = 'space';
    if (this.#field === 'event') this.#eventName = [];
    if (this.#field === 'error') this.#eventName = [...ERROR];
    if (this.#field !== 'data' && this.#field !== 'error') return;
    if (this.#hasData) this.#sink.data(LINE_FEED);
    this.#hasData = true;
  }

  #value(bytes: Uint8Array): void {
    if (this.#field === 'data' || this.#field === 'error') this.#sink.data(bytes);
    else if (this.#field === 'event') {
      const room = LONGEST_NAME - this.#eventName.length;
      this.#eventName.push(...bytes.subarray(0, room));
    }
  }

  #endOfLine(): void {
    if (this.#position === 'name') {
      if (this.#field === '') this.#endOfEvent();
      // A line without a colon is a field without a value.
      else this.#beginValue();
    }
    this.#position = 'name';
    this.#field = '';
  }

  #endOfEvent(): void {
    const name = this.#eventName;
    this.#eventName = [];
    if (!this.#hasData) return;
    this.#hasData = false;
    this.#sink.event(name.length === 0 ? '' : decoder.decode(Uint8Array.from(name)));
  }
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

function indexOrEnd(bytes: Uint8Array, byte: number, from: number): number {
  const index = bytes.indexOf(byte, from);
  return index === -1 ? bytes.length : index;
}
