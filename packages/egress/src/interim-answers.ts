import type { Socket } from 'node:net';

/** `HTTP/1.1 100`: enough to tell what an answer is. */
const START_BYTES = 12;
/** Any 1xx but 101, which changes the protocol and was not asked for. */
const INTERIM = /^HTTP\/1\.[01] 1(?!01)\d\d$/;
const END_OF_HEAD = '\r\n\r\n';
/** What undici allows the head of an answer, too. */
const LONGEST_HEAD_BYTES = 16 * 1024;

/**
 * Takes interim answers (100 Continue, 102, 103) out of what a connection brings, however many come
 * and however they are cut. undici skips some, but breaks the connection at a 100 that it did not
 * ask for, as a few servers send it to every POST. Source: RFC 9110 §15.2: a client must be able to
 * parse interim answers, also when it does not expect one.
 */
export class InterimAnswers {
  #held: Buffer = Buffer.alloc(0);
  #isOver = false;

  /** A request goes out: what comes next is the beginning of its answer. */
  expect(): void {
    this.#held = Buffer.alloc(0);
    this.#isOver = false;
  }

  /** What `chunk` brings of the final answer; empty as long as that did not begin. */
  skipIn(chunk: Buffer): Buffer {
    if (this.#isOver) return chunk;
    let rest = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
    while (rest.length >= START_BYTES) {
      if (!INTERIM.test(rest.toString('latin1', 0, START_BYTES))) return this.#passOn(rest);
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
    this.#held = Buffer.alloc(0);
    return rest;
  }
}

/** Makes whoever reads this socket not see what `interim` takes out; undici has no hook for that. */
export function withoutInterim(socket: Socket, interim: InterimAnswers): void {
  const read = socket.read.bind(socket);
  socket.read = (size) => {
    for (;;) {
      // Without an encoding a socket gives Buffers.
      const chunk = read(size) as Buffer | null;
      const rest = chunk === null ? null : interim.skipIn(chunk);
      if (rest === null || rest.length > 0) return rest;
    }
  };
}
