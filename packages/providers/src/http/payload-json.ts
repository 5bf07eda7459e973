import { Buffer } from 'node:buffer';
import { ProviderFailure } from '@model-gateway/core';
import { concatenate } from '@model-gateway/core/http';
import { isBase64 } from '@model-gateway/core/kit';

/** A JSON document without its payloads: images, or vectors. */
export interface CutJson {
  /** The document; the value of each payload's member is its position among them, as a string. */
  readonly text: string;
  /** The extracted payloads: base64 as ASCII, slices of the received bytes. */
  readonly payloads: readonly Payload[];
}

export type Payload = readonly Uint8Array[];

/** Room for the longest SVG as text. */
const MOST_REST_BYTES = 32 * 1024 * 1024;
/** Room for the position of a payload. */
const MOST_DIGITS = 16;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const LF = 0x0a;
const CR = 0x0d;

/**
 * Extracts the payloads from JSON while its bytes arrive, so that only the small rest becomes a
 * string and is parsed. Each byte is examined once, and no byte of a payload is copied.
 */
export class PayloadCutter {
  /** The name of the members that hold payloads, in ASCII. */
  readonly #key: string;
  /** Copied byte by byte: there may be thousands of payloads, and a slice costs more than its bytes. */
  #rest = Buffer.alloc(0);
  #restBytes = 0;
  #payloads: Payload[] = [];
  /** The payload that is being read, if any. */
  #payload: Uint8Array[] | undefined;
  #isSuspicious = false;

  #isInString = false;
  #isEscaped = false;
  /** How much of the name the current string matches so far; -1 once it differs. */
  #matched = 0;
  /** The role of a string that starts here. */
  #next: 'string' | 'colon' | 'payload' = 'string';

  constructor(key = 'b64_json') {
    this.#key = key;
  }

  /** Throws `malformed` when the document without its payloads is too large. */
  push(bytes: Uint8Array): void {
    let at = 0;
    while (at < bytes.length) {
      at = this.#payload === undefined ? this.#inRest(bytes, at) : this.#inPayload(bytes, at);
    }
  }

  /** Returns the document that was pushed; the next push begins a new one. */
  take(): CutJson {
    const text = decoder.decode(this.#rest.subarray(0, this.#restBytes));
    const payloads = this.#payloads;
    this.#restBytes = 0;
    this.#payloads = [];
    this.#payload = undefined;
    this.#isSuspicious = false;
    this.#isInString = false;
    this.#isEscaped = false;
    this.#next = 'string';
    return { text, payloads };
  }

  /** Reads up to the opening quote of a payload, or to the end. */
  #inRest(bytes: Uint8Array, from: number): number {
    this.#makeRoom(bytes.length - from + MOST_DIGITS);
    const rest = this.#rest;
    let at = from;
    let to = this.#restBytes;
    while (at < bytes.length) {
      const byte = bytes[at++] ?? 0;
      rest[to++] = byte;
      if (this.#isInString) this.#inString(byte);
      else if (this.#outsideStrings(byte)) {
        to += rest.write(String(this.#payloads.length), to, 'latin1');
        this.#payload = [];
        break;
      }
    }
    this.#restBytes = to;
    if (to > MOST_REST_BYTES) {
      throw new ProviderFailure(
        'malformed',
        `its answer has more than ${MOST_REST_BYTES} bytes of text`,
      );
    }
    return at;
  }

  #makeRoom(bytes: number): void {
    const needed = this.#restBytes + bytes;
    if (needed <= this.#rest.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#rest.length));
    larger.set(this.#rest.subarray(0, this.#restBytes));
    this.#rest = larger;
  }

  #inString(byte: number): void {
    if (this.#isEscaped) {
      this.#isEscaped = false;
      this.#matched = -1;
    } else if (byte === QUOTE) {
      this.#isInString = false;
      this.#next = this.#matched === this.#key.length ? 'colon' : 'string';
    } else if (byte === BACKSLASH) {
      this.#isEscaped = true;
    } else if (this.#matched !== -1) {
      this.#matched = byte === this.#key.charCodeAt(this.#matched) ? this.#matched + 1 : -1;
    }
  }

  /** Tells whether this byte opens the string of a payload. */
  #outsideStrings(byte: number): boolean {
    if (byte === QUOTE) {
      if (this.#next === 'payload') return true;
      this.#isInString = true;
      this.#matched = 0;
    } else if (byte === COLON && this.#next === 'colon') {
      this.#next = 'payload';
    } else if (byte > 0x20) {
      this.#next = 'string';
    }
    return false;
  }

  /** Reads up to the closing quote of a payload, or to the end. */
  #inPayload(bytes: Uint8Array, from: number): number {
    const quote = bytes.indexOf(QUOTE, from);
    const end = quote === -1 ? bytes.length : quote;
    const piece = bytes.subarray(from, end);
    if (piece.length > 0) {
      // Most vectors are one piece, and a list that grows takes room for seventeen.
      if (this.#payload?.length === 0) this.#payload = [piece];
      else this.#payload?.push(piece);
    }
    // Escapes, and ends of lines, which would end a frame of the client's stream. To look for all that is
    // not base64 takes four times as long as this.
    this.#isSuspicious ||=
      piece.indexOf(BACKSLASH) !== -1 || piece.indexOf(LF) !== -1 || piece.indexOf(CR) !== -1;
    if (quote !== -1) this.#endPayload();
    return end;
  }

  /** Leaves the closing quote in the rest. */
  #endPayload(): void {
    const payload = this.#payload ?? [];
    this.#payloads.push(this.#isSuspicious ? unescaped(payload) : payload);
    this.#payload = undefined;
    this.#isSuspicious = false;
    this.#next = 'string';
    this.#isInString = true;
    this.#matched = -1;
  }
}

/**
 * Resolves escapes: some encoders write `\/` or `\u002b`. Where they hide anything but base64, or end
 * the text before its quote, and where an end of a line stands in it, nothing is left: a payload goes
 * on into the string of another document.
 */
function unescaped(payload: Payload): Payload {
  try {
    const text = String(JSON.parse(`"${decoder.decode(concatenate(payload))}"`));
    return isBase64(text) ? [Buffer.from(text)] : [];
  } catch {
    return [];
  }
}

const decoder = new TextDecoder();

/** Parses the document. Throws `malformed` when it is not complete JSON. */
export function parseCut({ text }: CutJson): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // The parser's message would quote the input.
    throw new ProviderFailure('malformed', 'the response is not valid JSON', { cause: error });
  }
}
