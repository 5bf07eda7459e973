import type { BodyMemory } from '../../bytes/body-memory.ts';
import { withKeepAlive } from '../../http/keep-alive.ts';
import type { GatewayRequest, GatewayResponse } from '../../http/message.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ChargeItem } from '../../ports/generation-store.ts';
import type { RecordedUsage } from '../../ports/request-record.ts';
import type { GenerationTrace } from '../../telemetry/generation-trace.ts';
import type { EndpointId } from '../attempts/attempt-loop.ts';
import type { Holding } from '../attempts/held-bytes.ts';
import type { TimeBudget } from '../attempts/time-budget.ts';
import type { GenerationLog } from '../charging/generation-log.ts';
import type { Payment } from '../charging/payment.ts';
import type { TokenCharge } from '../charging/token-charge.ts';
import type { Claim } from '../idempotency/claim.ts';
import { keptWhole, type WholeBody } from '../idempotency/kept-answer.ts';
import { Delivery } from './delivery.ts';
import { headerText } from './header-text.ts';

const KEEP_ALIVE_MS = 15_000;

/** What an answer needs of its request. */
export interface AnswerContext {
  readonly payment: Payment;
  /** Undefined for a key without a limit of tokens. */
  readonly tokens: TokenCharge | undefined;
  /** Of a request with an idempotency key. */
  readonly claim: Claim | undefined;
  /** Also limits how long a client may take to read a stream. Ends with the answer. */
  readonly budget: TimeBudget;
  /** Ends when the client has its answer. */
  readonly holding: Holding;
  readonly request: Pick<GatewayRequest, 'signal' | 'onSent'>;
  /** That of long texts of the request, if nothing reads them after the answer. */
  readonly memory: BodyMemory | undefined;
  readonly clock: Clock;
  /** From 0 to 1, for ids. */
  readonly random: () => number;
  /** Called with errors that occur after the client has its answer. */
  readonly report: (error: unknown) => void;
  readonly trace: GenerationTrace | undefined;
  /** Undefined where generations are not kept. */
  readonly log: GenerationLog | undefined;
}

/** What the client owes for what it received. */
export interface Bill {
  /** What the provider counted, as far as it did. */
  readonly usage: RecordedUsage | undefined;
  /** USD; undefined when the client received nothing that costs. */
  readonly costUsd: string | undefined;
  /** The lines that add up to it. */
  readonly items?: readonly ChargeItem[] | undefined;
  /** Why the model stopped, if it said so. */
  readonly finishReason?: string | undefined;
}

export interface AnswerOptions {
  /** Undefined until it is known, which `servedBy` says. */
  readonly served: EndpointId | undefined;
  /** Begins the id: `gen` or for images `gen-img`. */
  readonly idPrefix: string;
  readonly isStream: boolean;
  /** Called once, when the client has all that it will receive. */
  readonly bill: () => Bill;
}

/** The streamed or whole answer of a provider that was accepted: its id, its headers and its end. */
export class Answer {
  /** Seconds since 1970. */
  readonly created: number;
  /** Also the header `x-generation-id`. */
  readonly id: string;
  /** Without those of the body. */
  readonly headers: Readonly<Record<string, string>>;
  readonly #bill: () => Bill;
  readonly #isStream: boolean;
  /** Whether it begins before anybody has responded. */
  readonly #isEarly: boolean;
  readonly #context: AnswerContext;

  constructor({ served, idPrefix, isStream, bill }: AnswerOptions, context: AnswerContext) {
    this.#bill = bill;
    this.#isStream = isStream;
    this.#isEarly = served === undefined;
    this.#context = context;
    this.created = Math.floor(context.clock.now() / 1000);
    this.id = `${idPrefix}-${this.created}-${randomText(context.random)}`;
    this.headers = {
      'x-generation-id': this.id,
      ...(served && { 'x-provider-name': headerText(served.provider.name) }),
      'cache-control': 'no-store',
    };
    context.trace?.note({ id: this.id, isStream });
    if (served !== undefined) this.servedBy(served);
  }

  /** Notes who serves. */
  servedBy(served: EndpointId): void {
    const { slug, name } = served.provider;
    const { trace, log } = this.#context;
    trace?.note({ provider: { slug, name } });
    log?.servedBy(served);
  }

  /**
   * Returns the items of a stream, events or bytes, with `keepAlive` in silences of 15 s, and first
   * where it begins early. However they end, the client then pays for what was taken.
   */
  stream<Item>(
    items: AsyncIterable<Item>,
    keepAlive: Item,
    onTaken: (item: Item) => void,
  ): Delivery<Item> {
    const { budget, claim, holding, request, clock, report, trace, log } = this.#context;
    return new Delivery({
      items: withKeepAlive(items, clock, KEEP_ALIVE_MS, keepAlive, this.#isEarly),
      budget,
      client: request.signal,
      clock,
      onTaken(item) {
        if (item !== keepAlive) log?.output();
        onTaken(item);
      },
      onBug: (error) => {
        trace?.note({ error: 'internal' });
        report(error);
      },
      onEnd: async () => {
        holding.end();
        const bill = this.#end();
        await this.#paid(bill);
        const { costUsd } = bill;
        // What was paid for has had its answer, as far as the client took it.
        await (costUsd === undefined ? claim?.free() : claim?.keep({ id: this.id }));
      },
    });
  }

  /** Returns a whole answer, which the client pays for. */
  async whole(
    body: WholeBody,
    headers: Readonly<Record<string, string>>,
  ): Promise<GatewayResponse> {
    const { claim, holding, request, log } = this.#context;
    log?.output();
    const bill = this.#end();
    await this.#paid(bill);
    const { costUsd } = bill;
    const response = { status: 200, headers: { ...this.headers, ...headers }, body };
    if (claim !== undefined) {
      // What was not charged may be tried again.
      await (costUsd === undefined ? claim.free() : claim.keep(keptWhole(this.id, response)));
    }
    const release = () => holding.end();
    // Without word of it from the adapter, the answer is the adapter's from here on.
    if (request.onSent === undefined) release();
    else request.onSent(release);
    return response;
  }

  /** Ends what the request has, and returns what the client owes, which `#paid` charges. */
  #end(): Bill {
    const { budget, tokens, report, memory, trace } = this.#context;
    // Another attempt may be under way where an answer that began early is broken off.
    const isBroken = budget.signal.aborted;
    // What is whole has come to its end, and an abort takes a while.
    if (this.#isStream) budget.end();
    else budget.stop();
    const bill = this.#bill();
    if (!isBroken) memory?.end();
    const { usage, costUsd } = bill;
    trace?.note({ usage, costUsd: costUsd ?? '0' });
    // A limit by the minute is no reason to wait, nor to fail.
    tokens?.end(usage, costUsd !== undefined).catch(report);
    return bill;
  }

  /** Never rejects: the client has its answer, and a ledger that is away is tried again (`PendingCharges`). */
  #paid({ usage, costUsd, items, finishReason }: Bill): Promise<void> {
    const { payment, report, request, log } = this.#context;
    if (log === undefined) {
      const paid = costUsd === undefined ? payment.release() : payment.settle(costUsd);
      return paid.catch(report);
    }
    const { id } = this;
    const isStream = this.#isStream;
    const isCancelled = request.signal?.aborted ?? false;
    const end = { id, isStream, isCancelled, finishReason, usage, costUsd, items };
    return log.end(payment, end).catch(report);
  }
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

function randomText(random: () => number): string {
  let text = '';
  for (let i = 0; i < 20; i++) text += ALPHABET[Math.floor(random() * ALPHABET.length)];
  return text;
}
