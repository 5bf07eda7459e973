import type { VirtualClock } from '../clock/virtual-clock.ts';
import type { JournalEntry } from '../journal-entry.ts';
import type { HeldStream, TextPhase } from './held-stream.ts';
import { holdErrors } from './hold-errors.ts';
import type { StreamEnding } from './endings.ts';
import type { StreamError } from './stream-error.ts';

/** What a test wants to be sent next. */
export type Order =
  | { readonly kind: 'partial'; readonly index: number }
  | { readonly kind: 'text'; readonly text: string; readonly phase: TextPhase }
  | { readonly kind: 'complete' }
  | ({ readonly kind: 'end' } & HeldEnd);

/** How a test wants a stream to end. */
export interface HeldEnd {
  readonly ending: StreamEnding;
  readonly error?: StreamError | undefined;
}

/** A stream that is there to be held. */
interface Begun {
  readonly clock: VirtualClock;
  /** How many partial images it has. */
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
  /** Whether it is known that there is a stream, or that there is none. */
  #isDecided = false;
  /** Why nothing more can be ordered. */
  #over: (() => Error) | undefined;
  /** Why nothing more is sent, unless the test wanted it so. */
  #brokenOff: (() => Error) | undefined;
  /** What the test ought to know and was not told. */
  #unmet: Error | undefined;

  /** What the test holds. */
  readonly stream: HeldStream = {
    request: this.#requested.promise,
    partial: (index) => this.#send({ kind: 'partial', index }),
    text: (text, phase = 'content') => this.#send({ kind: 'text', text, phase }),
    complete: () => this.#send({ kind: 'complete' }),
    error: (error) => this.#send({ kind: 'end', ending: 'error-event', error }),
    end: (ending) => this.#send({ kind: 'end', ending }),
  };

  /** How the test ends the stream, once everything before that was sent. */
  readonly end: Promise<HeldEnd> = this.#end.promise;

  /** What is left to be said when the tenant is disposed. */
  unmet(): string | undefined {
    return this.#unmet?.message;
  }

  /** The request came. */
  requested(entry: JournalEntry): void {
    this.#requested.resolve(entry);
  }

  /** There is no stream, and this is why. Only the first reason counts, and none once it began. */
  refuse(reason: Error): void {
    if (this.#isDecided) return;
    this.#isDecided = true;
    this.#unmet = reason;
    this.#begun.reject(reason);
  }

  /** No request will come any more. Whoever waits for one is told; that none came is no failure. */
  abandon(): void {
    if (this.#isDecided) return;
    const reason = holdErrors.noRequest();
    this.#requested.reject(reason);
    this.refuse(reason);
    this.excuse();
  }

  /** The client left before there was a stream, as a test may want. */
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

  /** The test need not end the stream any more: somebody else did, as a test may want. */
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
    // Whoever waits for it is told; nobody need.
    this.promise.catch(() => {});
  }
}
