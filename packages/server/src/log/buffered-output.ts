import { writeSync } from 'node:fs';
import { systemClock, type Clock } from '@model-gateway/core';
import { LineBuffer } from './line-buffer.ts';

/** The part of a writable stream that an output needs. */
export interface LineStream {
  /** The bytes are read until `done` is called, and no longer. */
  write(bytes: Uint8Array, done: (error?: Error | null) => void): unknown;
  /** Bytes that the system has not taken yet; 0 before `done` is called where it takes them at once. */
  readonly writableLength: number;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

export interface BufferedOutputOptions {
  /** Limit of what waits beside what is being written, in bytes; 4 Mi by default. */
  readonly most?: number | undefined;
  readonly clock?: Clock | undefined;
}

const MOST_WAITING = 4 * 1024 * 1024;

/** Lines that come closer together than this are written together. */
const GATHER_MS = 10;

const FLUSH_TIMEOUT_MS = 2000;

/**
 * Lines for a stream, written without waiting for its reader: one that stands still costs memory up
 * to a limit, and then lines, which are counted in a line of their own. A line after a quiet moment
 * is written at once, others together.
 */
export class BufferedOutput {
  readonly #stream: LineStream;
  readonly #most: number;
  readonly #clock: Clock;
  #waiting = new LineBuffer();
  #written = new LineBuffer();
  #lost = 0;
  #isWriting = false;
  #isBroken = false;
  #nextAt = Number.NEGATIVE_INFINITY;
  #cancelTimer: (() => void) | undefined;
  #flushes: (() => void)[] = [];

  constructor(stream: LineStream, { most, clock }: BufferedOutputOptions = {}) {
    this.#stream = stream;
    this.#most = most ?? MOST_WAITING;
    this.#clock = clock ?? systemClock;
    // Without its reader there is nowhere to write to; the gateway goes on.
    stream.on('error', () => this.#break());
  }

  /** Adds a line with its line feed; drops it when too much waits already. */
  write(line: string): void {
    if (this.#isBroken) return;
    if (this.#waiting.byteLength + line.length > this.#most) {
      this.#lost++;
      return;
    }
    this.#waiting.add(line);
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

  /** Writes what waits to a file descriptor at once, as far as it takes it: for the end of a process. */
  writeRest(descriptor: number): void {
    // The stream's own rest would have to come first, and the reader has not taken that.
    if (this.#stream.writableLength > 0 || this.#isBroken) return;
    let rest = this.#take();
    try {
      while (rest.byteLength > 0) rest = rest.subarray(writeSync(descriptor, rest));
    } catch {
      // A full pipe, or one without a reader.
    }
  }

  get #isIdle(): boolean {
    return !this.#isWriting && this.#waiting.byteLength === 0;
  }

  #schedule(): void {
    if (this.#isWriting || this.#cancelTimer !== undefined || this.#isIdle) return;
    const waitMs = Math.min(GATHER_MS, this.#nextAt - this.#clock.now());
    if (waitMs <= 0) this.#send();
    else this.#cancelTimer = this.#clock.after(waitMs, () => this.#send());
  }

  #send(): void {
    this.#isWriting = true;
    this.#nextAt = this.#clock.now() + GATHER_MS;
    this.#stream.write(this.#take(), () => {
      this.#isWriting = false;
      if (this.#isIdle) this.#settle();
      else if (this.#flushes.length > 0) this.#send();
      else this.#schedule();
    });
  }

  /** Returns what waits. The next lines use the memory of what was taken before, which is written by now. */
  #take(): Uint8Array {
    this.#stopWaiting();
    if (this.#lost > 0) this.#waiting.add(this.#lostLine());
    this.#lost = 0;
    [this.#waiting, this.#written] = [this.#written, this.#waiting];
    this.#waiting.clear();
    return this.#written.bytes();
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
  }

  #break(): void {
    this.#isBroken = true;
    this.#isWriting = false;
    this.#stopWaiting();
    this.#waiting.clear();
    this.#settle();
  }

  #settle(): void {
    const flushes = this.#flushes;
    this.#flushes = [];
    for (const flush of flushes) flush();
  }
}
