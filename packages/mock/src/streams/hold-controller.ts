import type { VirtualClock } from '../clock/virtual-clock.ts';
import type { JournalEntry } from '../journal-entry.ts';
import type { HeldStream, TextPhase } from './held-stream.ts';
import { holdErrors } from './hold-errors.ts';
import type { StreamEnding } from './endings.ts';
import type { StreamError } from './stream-error.ts';

/** The next thing that a test sends. */
export type Order =
  | { readonly kind: 'partial'; readonly index: number }
  | { readonly kind: 'text'; readonly text: string; readonly phase: TextPhase }
  | { readonly kind: 'complete' }
  | ({ readonly kind: 'end' } & HeldEnd);

/** The ending of a stream as the test chose it. */
export interface HeldEnd {
  readonly ending: StreamEnding;
  readonly error?: StreamError | undefined;
}

/** A stream that is there to be held. */
interface Begun {
  readonly clock: VirtualClock;
  /** The number of its partial images. */
  readonly partials: number;
}

/** Stands between a test, which orders what is sent, and the stream, which takes orders one by one. */
export class HoldController {
  readonly #requested = new Deferred<JournalEntry>();
  readonly #begun = new Deferred<Begun>();
  readonly #end = new Deferred<HeldEnd>();
  readonly #orders: Order[] = [];
  readonly #unsent = new Set<Order>();
  #wake = () => {};
  /** Whether it is known if the response is a stream. */
  #isDecided = false;
  /** Why nothing more can be ordered. */
  #over: (() => Error) | undefined;
  /** Why nothing more is sent, unless the test wanted it so. */
  #brokenOff: (() => Error) | undefined;
  /** An error that the test has not been given yet. */
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
    this.excuse();
  }

  /** Notes that the client left before there was a stream, which a test may intend. */
  leave(): void {
    if (this.#isDecided) return;
    this.refuse(holdErrors.clientLeft());
    this.excuse();
  }

  /** The client is answered, and the stream waits for orders. */
  begin(path: string, begun: Begun): void {
    this.#isDecided = true;
    this.#unmet = holdErrors.unfinished(path);
    this.#begun.resolve(begun);
  }

  async nextOrder(): Promise<Order> {
    for (;;) {
      const order = this.#orders.shift();
      if (order !== undefined) return order;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  /** The order is carried out now. */
  sending(order: Order): void {
    this.#unsent.delete(order);
    if (order.kind === 'end') this.#end.resolve(order);
  }

  /** The stream is over, before or after the test was done with it: `why` says what else ended it. */
  breakOff(why: () => Error): void {
    this.#brokenOff ??= why;
    this.#over ??= why;
  }

  /** Notes that the test need not end the stream: it ended otherwise, which a test may intend. */
  excuse(): void {
    this.#unmet = undefined;
  }

  async #send(order: Order): Promise<void> {
    const { clock, partials } = await this.#begun.promise.catch((reason: unknown) => {
      this.excuse();
      throw reason;
    });
    if (this.#over !== undefined) throw this.#over();
    if (order.kind === 'partial' && !isIndex(order.index, partials)) {
      throw holdErrors.noPartial(order.index, partials);
    }
    if (order.kind === 'complete' || order.kind === 'end') {
      const how = order.kind === 'end' ? order.ending : order.kind;
      this.#over = () => holdErrors.over(`the test ended it before ("${how}")`);
      this.excuse();
    }
    this.#orders.push(order);
    this.#unsent.add(order);
    this.#wake();
    await clock.settled();
    if (this.#unsent.has(order) && this.#brokenOff !== undefined) throw this.#brokenOff();
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
