import type { VirtualClock } from '../clock/virtual-clock.ts';
import type { JournalEntry } from '../journal-entry.ts';
import { holdErrors } from './hold-errors.ts';
import type { StreamEnding } from './endings.ts';
import type { StreamError } from './stream-error.ts';

/** A command of the test to a held stream: what its client is to hear, or the end. */
export type StreamCommand<Saying> =
  | Saying
  | { readonly kind: 'complete' }
  | ({ readonly kind: 'end' } & HeldEnd);

/** The ending of a stream as the test chose it. */
export interface HeldEnd {
  readonly ending: StreamEnding;
  readonly error?: StreamError | undefined;
}

/** A stream that has begun. */
interface Begun<Facts> {
  readonly clock: VirtualClock;
  readonly facts: Facts;
}

/** What every held stream has. */
interface HeldEnds {
  /** The journal entry of the request, as soon as it is received. */
  readonly request: Promise<JournalEntry>;
  /** Ends the stream with an error event; by default that of a provider that broke off. */
  error(error?: StreamError): Promise<void>;
  /** Ends the stream in one of the named ways, without what `complete` would send. */
  end(ending: StreamEnding): Promise<void>;
}

/**
 * Passes the commands of a test to the held stream, which takes them one by one. `Facts` are known
 * once the stream has begun, and say which commands it can carry out.
 */
export class HoldController<Saying extends { readonly kind: string }, Facts> {
  readonly #requested = new Deferred<JournalEntry>();
  readonly #begun = new Deferred<Begun<Facts>>();
  readonly #end = new Deferred<HeldEnd>();
  readonly #commands: StreamCommand<Saying>[] = [];
  readonly #unsent = new Set<StreamCommand<Saying>>();
  #wake = () => {};
  /** Whether it is known if the response is a stream. */
  #isDecided = false;
  /** Why the test can send no more commands. */
  #noMore: (() => Error) | undefined;
  /** Why the stream ended without the test. */
  #closed: (() => Error) | undefined;
  /** The failure to report, unless a command rejects with it first. */
  #unmet: Error | undefined;

  /** The part of the stream in the hands of the test that is the same for all. */
  readonly ends: HeldEnds = {
    request: this.#requested.promise,
    error: (error) => this.send({ kind: 'end', ending: 'error-event', error }),
    end: (ending) => this.send({ kind: 'end', ending }),
  };

  /** Resolves with the ending that the test chose, once everything before it was sent. */
  readonly end: Promise<HeldEnd> = this.#end.promise;

  /** Whether the test has ended it in one of the named ways. */
  isEnded = false;

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
  begin(path: string, begun: Begun<Facts>): void {
    this.#isDecided = true;
    this.#unmet = holdErrors.unfinished(path);
    this.#begun.resolve(begun);
  }

  /** Resolves to the next command, once the test has sent one. */
  async nextCommand(): Promise<StreamCommand<Saying>> {
    for (;;) {
      const command = this.#commands.shift();
      if (command !== undefined) return command;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  /** Notes that a command is being carried out. */
  dispatched(command: StreamCommand<Saying>): void {
    this.#unsent.delete(command);
    if (!isEnd(command)) return;
    this.isEnded = true;
    this.#end.resolve(command);
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

  /**
   * Resolves once the command is carried out; rejects with what `problem` finds in the facts, and
   * where there is no stream, or none any more.
   */
  async send(
    command: StreamCommand<Saying>,
    problem: (facts: Facts) => Error | undefined = () => undefined,
  ): Promise<void> {
    const { clock, facts } = await this.#begun.promise.catch((reason: unknown) => {
      this.waive();
      throw reason;
    });
    if (this.#noMore !== undefined) throw this.#noMore();
    const refusal = problem(facts);
    if (refusal !== undefined) throw refusal;
    if (command.kind === 'complete' || isEnd(command)) {
      const how = isEnd(command) ? command.ending : command.kind;
      const noMore = () => holdErrors.over(`the test ended it before ("${how}")`);
      this.#noMore = noMore;
      this.waive();
    }
    this.#commands.push(command);
    this.#unsent.add(command);
    this.#wake();
    await clock.settled();
    if (this.#unsent.has(command) && this.#closed !== undefined) throw this.#closed();
  }
}

/** The part of a hold that does not depend on what the stream says. */
export type AnyHold = Pick<
  HoldController<never, never>,
  'end' | 'isEnded' | 'unmet' | 'requested' | 'refuse' | 'abandon' | 'leave' | 'close' | 'waive'
>;

function isEnd(command: { readonly kind: string }): command is { readonly kind: 'end' } & HeldEnd {
  return command.kind === 'end';
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
