import type { VirtualClock } from '../clock/virtual-clock.ts';
import type { JournalEntry } from '../journal-entry.ts';
import type { HeldStream, TextPhase } from './held-stream.ts';
import { holdErrors } from './hold-errors.ts';
import type { StreamEnding } from './endings.ts';
import type { StreamError } from './stream-error.ts';

/** A command of the test to a held stream. */
export type StreamCommand =
  | { readonly kind: 'partial'; readonly index: number }
  | { readonly kind: 'text'; readonly text: string; readonly phase: TextPhase }
  | { readonly kind: 'complete' }
  | ({ readonly kind: 'end' } & HeldEnd);

/** The ending of a stream as the test chose it. */
export interface HeldEnd {
  readonly ending: StreamEnding;
  readonly error?: StreamError | undefined;
}

/** A stream that has begun. */
interface Begun {
  readonly clock: VirtualClock;
  /** The number of its partial images. */
  readonly partials: number;
}

/** Passes the commands of a test to the held stream, which takes them one by one. */
export class HoldController {
  readonly #requested = new Deferred<JournalEntry>();
  readonly #begun = new Deferred<Begun>();
  readonly #end = new Deferred<HeldEnd>();
  readonly #commands: StreamCommand[] = [];
  readonly #unsent = new Set<StreamCommand>();
  #wake = () => {};
  /** Whether it is known if the response is a stream. */
  #isDecided = false;
  /** Why the test can send no more commands. */
  #noMore: (() => Error) | undefined;
  /** Why the stream ended without the test. */
  #closed: (() => Error) | undefined;
  /** The failure to report, unless a command rejects with it first. */
  #unmet: Error | undefined;

  /** The stream in the hands of the test. */
  readonly stream: HeldStream = {
    request: this.#requested.promise,
    partial: (index) => this.#send({ kind: 'partial', index }),
    text: (text, phase = 'content') => this.#send({ kind: 'text', text, phase }),
    complete: () => this.#send({ kind: 'complete' }),
    error: (error) => this.#send({ kind: 'end', ending: 'error-event', error }),
    end: (ending) => this.#send({ kind: 'end', ending }),
  };

  /** Resolves with the ending that the test chose, once everything before it was sent. */
  readonly end: Promise<HeldEnd> = this.#end.promise;

  /** Returns the failure to report when the tenant is disposed. */
  unmet(): string | undefined {
    return this.#unmet?.message;
  }

  /** Notes the request. */
  requested(entry: JournalEntry): void {
    this.#requested.resolve(entry);
  }

  /**
   * Notes why there is no stream. Only the first reason counts, and only before the stream began.
   */
  refuse(reason: Error): void {
    if (this.#isDecided) return;
    this.#isDecided = true;
    this.#unmet = reason;
    this.#begun.reject(reason);
  }

  /**
   * Notes that no request can arrive any more. Callers that wait for one are rejected; the absence
   * itself is not a failure.
   */
  abandon(): void {
    if (this.#isDecided) return;
    const reason = holdErrors.noRequest();
    this.#requested.reject(reason);
    this.refuse(reason);
    this.waive();
  }

  /** Notes that the client left before there was a stream, which a test may intend. */
  leave(): void {
    if (this.#isDecided) return;
    this.refuse(holdErrors.clientLeft());
    this.waive();
  }

  /** Notes that the client is answered and the stream waits for commands. */
  begin(path: string, begun: Begun): void {
    this.#isDecided = true;
    this.#unmet = holdErrors.unfinished(path);
    this.#begun.resolve(begun);
  }

  /** Resolves to the next command, once the test has sent one. */
  async nextCommand(): Promise<StreamCommand> {
    for (;;) {
      const command = this.#commands.shift();
      if (command !== undefined) return command;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  /** Notes that a command is being carried out. */
  dispatched(command: StreamCommand): void {
    this.#unsent.delete(command);
    if (command.kind === 'end') this.#end.resolve(command);
  }

  /** Notes that the stream ended, before or after the test ended it; `why` says what else did. */
  close(why: () => Error): void {
    this.#closed ??= why;
    this.#noMore ??= why;
  }

  /** Notes that the test need not end the stream: it ended otherwise, which a test may intend. */
  waive(): void {
    this.#unmet = undefined;
  }

  async #send(command: StreamCommand): Promise<void> {
    const { clock, partials } = await this.#begun.promise.catch((reason: unknown) => {
      this.waive();
      throw reason;
    });
    if (this.#noMore !== undefined) throw this.#noMore();
    if (command.kind === 'partial' && !isIndex(command.index, partials)) {
      throw holdErrors.noPartial(command.index, partials);
    }
    if (command.kind === 'complete' || command.kind === 'end') {
      const how = command.kind === 'end' ? command.ending : command.kind;
      this.#noMore = () => holdErrors.over(`the test ended it before ("${how}")`);
      this.waive();
    }
    this.#commands.push(command);
    this.#unsent.add(command);
    this.#wake();
    await clock.settled();
    if (this.#unsent.has(command) && this.#closed !== undefined) throw this.#closed();
  }
}

function isIndex(index: number, count: number): boolean {
  return Number.isInteger(index) && index >= 0 && index < count;
}

class Deferred<Value> {
  resolve: (value: Value) => void = () => {};
  reject: (reason: Error) => void = () => {};
  readonly promise = new Promise<Value>((resolve, reject) => {
    this.resolve = resolve;
    this.reject = reject;
  });

  constructor() {
    // Callers that wait for it are rejected; there need not be any.
    this.promise.catch(() => {});
  }
}
