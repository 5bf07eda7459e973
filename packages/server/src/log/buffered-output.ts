import { writeSync } from 'node:fs';
import { systemClock, type Clock } from '@model-gateway/core';
import { LineBuffer } from './line-buffer.ts';

/** The part of a writable stream that an output needs. */
export interface LineStream {
  /** The bytes are read until `done` is called, and no longer. */
  write(bytes: Uint8Array, done: (error?: Error | null) => void): unknown;
  /** Bytes that the system has not taken yet; 0 if the system took them synchronously. */
  readonly writableLength: number;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

export interface BufferedOutputOptions {
  /** Limit of what waits beside what is being written, in bytes; 4 Mi by default. */
  readonly most?: number | undefined;
  /**
   * Returns where the stream writes, unless a write to it could wait for its reader or is to go
   * through the stream: lines are written there at once, without the stream's work, as long as it
   * takes them.
   */
  readonly descriptor?: (() => number | undefined) | undefined;
  readonly clock?: Clock | undefined;
}

const MOST_WAITING = 4 * 1024 * 1024;

/** Lines that come closer together than this are written together. */
const GATHER_MS = 10;

/**
 * The same for deferred lines: waking the reader takes fifty
 * times as long as making one.
 */
const GATHER_LATER_MS = 100;

/** Then they are written earlier. A pipe holds 64 KiB. */
const ENOUGH_BYTES = 48 * 1024;

/** Of calls of `later`; then their lines are made at once, whether or not anything reads them. */
const MOST_LATER = 200;

const FLUSH_TIMEOUT_MS = 2000;

/**
 * Lines for a stream, written without waiting for its reader: one that stands still costs memory up
 * to a limit, and then lines, which are counted in a line of their own. A line after a quiet moment
 * is written at once, others together: those that are made later within a tenth of a second.
 */
export class BufferedOutput {
  readonly #stream: LineStream;
  readonly #most: number;
  readonly #descriptor: () => number | undefined;
  readonly #clock: Clock;
  #waiting = new LineBuffer();
  #written = new LineBuffer();
  #later: (() => void)[] = [];
  #lost = 0;
  #isWriting = false;
  #isBroken = false;
  #sentAt = Number.NEGATIVE_INFINITY;
  /** When the timer ends. */
  #timerAt = Number.POSITIVE_INFINITY;
  #cancelTimer: (() => void) | undefined;
  #flushes: (() => void)[] = [];

  constructor(stream: LineStream, { most, descriptor, clock }: BufferedOutputOptions = {}) {
    this.#stream = stream;
    this.#most = most ?? MOST_WAITING;
    this.#descriptor = descriptor ?? (() => undefined);
    this.#clock = clock ?? systemClock;
    // Without its reader there is nowhere to write to; the gateway goes on.
    stream.on('error', () => this.#break());
  }

  /** Adds a line with its line feed; drops it when too much waits already. */
  write(line: string): void {
    if (this.#isBroken) return;
    this.#makeLines();
    if (this.#waiting.byteLength + line.length > this.#most) {
      this.#lost++;
      return;
    }
    this.#waiting.add(line);
    this.#schedule();
  }

  /**
   * Calls `makeLines`, which calls `write`, when lines are written next: many lines that are made
   * together take a fraction of the time of as many between other work. Their order is that of the
   * calls of `later` and `write`.
   */
  later(makeLines: () => void): void {
    if (this.#isBroken) return;
    this.#later.push(makeLines);
    if (this.#later.length === MOST_LATER) this.#makeLines();
    this.#schedule();
  }

  /** Calls back once every line is written, or with an error after two seconds. */
  flush(callback: (error?: Error) => void): void {
    if (this.#isIdle) return callback();
    const settle = () => {
      cancel();
      callback();
    };
    const cancel = this.#clock.after(FLUSH_TIMEOUT_MS, () => {
      this.#flushes = this.#flushes.filter((other) => other !== settle);
      callback(new Error(`the log was not read within ${FLUSH_TIMEOUT_MS} ms`));
    });
    this.#flushes.push(settle);
    if (!this.#isWriting) this.#send();
  }

  /**
   * Writes what waits to a file descriptor at once, as far as it takes it, or else to the stream: for
   * the end of a process.
   */
  writeRest(descriptor: number | undefined): void {
    // The stream's own rest would have to come first, and the reader has not taken that.
    if (this.#stream.writableLength > 0 || this.#isBroken) return;
    this.#isWriting = true;
    const lines = this.#take();
    if (descriptor !== undefined) writeAtOnce(descriptor, lines);
    else if (lines.byteLength > 0) this.#stream.write(lines, () => {});
  }

  get #isIdle(): boolean {
    return !this.#isWriting && this.#waiting.byteLength === 0 && this.#later.length === 0;
  }

  #schedule(): void {
    if (this.#isWriting || this.#isIdle) return;
    if (this.#waiting.byteLength >= ENOUGH_BYTES) return this.#send();
    const gatherMs = this.#waiting.byteLength > 0 ? GATHER_MS : GATHER_LATER_MS;
    const at = this.#sentAt + gatherMs;
    if (this.#timerAt <= at) return;
    this.#stopWaiting();
    const waitMs = Math.min(gatherMs, at - this.#clock.now());
    if (waitMs <= 0) return this.#send();
    this.#timerAt = at;
    this.#cancelTimer = this.#clock.after(waitMs, () => this.#send());
  }

  #send(): void {
    this.#isWriting = true;
    this.#sentAt = this.#clock.now();
    const rest = this.#writeAtOnce(this.#take());
    if (rest.byteLength === 0) this.#wrote();
    else this.#stream.write(rest, () => this.#wrote());
  }

  #writeAtOnce(lines: Uint8Array): Uint8Array {
    const descriptor = this.#descriptor();
    // What others gave the stream comes first.
    if (descriptor === undefined || this.#stream.writableLength > 0) return lines;
    return writeAtOnce(descriptor, lines);
  }

  #wrote(): void {
    this.#isWriting = false;
    if (this.#isIdle) this.#settle();
    else if (this.#flushes.length > 0) this.#send();
    else this.#schedule();
  }

  /** Returns what waits. The next lines use the memory of what was taken before, which is written by now. */
  #take(): Uint8Array {
    this.#stopWaiting();
    this.#makeLines();
    if (this.#lost > 0) this.#waiting.add(this.#lostLine());
    this.#lost = 0;
    [this.#waiting, this.#written] = [this.#written, this.#waiting];
    this.#waiting.clear();
    return this.#written.bytes();
  }

  #makeLines(): void {
    if (this.#later.length === 0) return;
    const later = this.#later;
    this.#later = [];
    for (const makeLines of later) {
      try {
        makeLines();
      } catch {
        // Counted among those that were dropped: the others still have to be written.
        this.#lost++;
      }
    }
  }

  /** A line in JSON, as those of the log are: `{"level":"warn",…,"lines":12,"msg":…}`. */
  #lostLine(): string {
    const time = new Date(this.#clock.now()).toISOString();
    const line = { level: 'warn', time, lines: this.#lost, msg: 'log lines dropped' };
    return `${JSON.stringify(line)}\n`;
  }

  #stopWaiting(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    this.#timerAt = Number.POSITIVE_INFINITY;
  }

  #break(): void {
    this.#isBroken = true;
    this.#isWriting = false;
    this.#stopWaiting();
    this.#waiting.clear();
    this.#later = [];
    this.#settle();
  }

  #settle(): void {
    const flushes = this.#flushes;
    this.#flushes = [];
    for (const flush of flushes) flush();
  }
}

/** Returns what the descriptor does not take: that of a full pipe, or of one without a reader. */
function writeAtOnce(descriptor: number, lines: Uint8Array): Uint8Array {
  let rest = lines;
  try {
    while (rest.byteLength > 0) rest = rest.subarray(writeSync(descriptor, rest));
  } catch {
    // The stream waits for the reader, or reports the error.
  }
  return rest;
}
