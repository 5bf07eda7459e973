/** The length of `HTTP/1.1 100`, enough to recognize an answer. */
const START_BYTES = 12;
/** Where the status is in it, and the byte with which that of an interim answer begins. */
const STATUS_AT = 9;
const ONE = 0x31;
/** Any 1xx but 101, which would change the protocol and was not requested. */
const INTERIM = /^HTTP\/1\.[01] 1(?!01)\d\d$/;
const END_OF_HEAD = '\r\n\r\n';
/** Also undici's limit for the head of an answer. */
const LONGEST_HEAD_BYTES = 16 * 1024;
/** Kept, because V8 gets memory from the system even for no bytes. */
const NOTHING = Buffer.alloc(0);

/**
 * Removes interim answers (100 Continue, 102, 103) from the bytes of a connection, whatever their
 * number and however they are split. undici skips some, but closes the connection on an unexpected
 * 100, which a few servers send to every POST. Source: RFC 9110 §15.2: a client must be able to
 * parse interim answers, even unexpected ones.
 */
export class InterimAnswers {
  #held: Buffer = NOTHING;
  #isOver = false;

  /** Marks that a request is sent: the next bytes begin its answer. */
  expect(): void {
    this.#held = NOTHING;
    this.#isOver = false;
  }

  /** Returns the part of `chunk` that belongs to the final answer; empty before it begins. */
  skipIn(chunk: Buffer): Buffer {
    if (this.#isOver) return chunk;
    let rest = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
    while (rest.length >= START_BYTES) {
      if (!isInterim(rest)) return this.#passOn(rest);
      const end = rest.indexOf(END_OF_HEAD);
      if (end === -1) {
        if (rest.length > LONGEST_HEAD_BYTES) return this.#passOn(rest);
        break;
      }
      rest = rest.subarray(end + END_OF_HEAD.length);
    }
    this.#held = rest;
    return rest.subarray(rest.length);
  }

  #passOn(rest: Buffer): Buffer {
    this.#isOver = true;
    this.#held = NOTHING;
    return rest;
  }
}

function isInterim(answer: Buffer): boolean {
  // One byte tells of most answers that they are final, without a text.
  return answer[STATUS_AT] === ONE && INTERIM.test(answer.toString('latin1', 0, START_BYTES));
}
