import { ChunkedBody } from './chunked-body.ts';

/** The size of the steps in which the text is searched for the end of the head. */
const WINDOW = 1024;
const END_OF_HEAD = '\r\n\r\n';
const CHUNKED = /\r\ntransfer-encoding: *chunked/i;

/**
 * Finds the ends of the responses in the bytes of one connection, without keeping a body. Responses
 * need a content-length, or to be chunked, or a status that has no body.
 */
export class ResponseReader {
  readonly #onResponse: (status: number) => void;
  #head = '';
  #status = 0;
  /** Bytes of the current body that are still to come; undefined while a head is read. */
  #rest: number | undefined;
  /** The current body, when it is chunked. */
  #chunked: ChunkedBody | undefined;

  constructor(onResponse: (status: number) => void) {
    this.#onResponse = onResponse;
  }

  /** Reads the first `length` bytes of `chunk`. */
  read(chunk: Buffer, length: number): void {
    let at = 0;
    while (at < length) {
      if (this.#chunked !== undefined) at = this.#chunked.read(chunk, at, length);
      else if (this.#rest !== undefined) at = this.#skip(at, length);
      else at = this.#readHead(chunk, at, length);
      if (this.#rest === 0 || this.#chunked?.isOver === true) {
        this.#rest = undefined;
        this.#chunked = undefined;
        this.#onResponse(this.#status);
      }
    }
  }

  #skip(at: number, length: number): number {
    const step = Math.min(this.#rest ?? 0, length - at);
    this.#rest = (this.#rest ?? 0) - step;
    return at + step;
  }

  #readHead(chunk: Buffer, at: number, length: number): number {
    const until = Math.min(length, at + WINDOW);
    const known = this.#head.length;
    this.#head += chunk.toString('latin1', at, until);
    const end = this.#head.indexOf(END_OF_HEAD);
    if (end === -1) return until;
    const head = this.#head.slice(0, end);
    this.#head = '';
    this.#status = Number(head.slice(9, 12));
    if (CHUNKED.test(head)) this.#chunked = new ChunkedBody();
    else this.#rest = lengthOfBody(this.#status, head);
    return at + end + END_OF_HEAD.length - known;
  }
}

function lengthOfBody(status: number, head: string): number {
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (status === 304 || status === 204) return 0;
  if (length === undefined) throw new Error(`a response without content-length: ${head}`);
  return Number(length);
}
