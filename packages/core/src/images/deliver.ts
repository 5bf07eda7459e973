import { JSON_TYPE } from '../http/encode.ts';
import { withEnding } from '../http/ending.ts';
import { withKeepAlive } from '../http/keep-alive.ts';
import type { GatewayResponse } from '../http/message.ts';
import { bytes } from '../http/respond.ts';
import { toNumber, parseDecimal, ZERO } from '../money/decimal.ts';
import type { Clock } from '../ports/clock.ts';
import type { ImageEvent } from '../ports/image-provider.ts';
import type { ImageUsage } from '../resources/image-response.ts';
import type { Committed } from './attempt-loop.ts';
import { costOf } from './billing.ts';
import { imageResponseParts } from './buffered.ts';
import type { ImageWarning } from './capability.ts';
import type { FinishedImage, UsageEvent } from './image-data.ts';
import type { Payment } from './payment.ts';
import { streamImages } from './stream.ts';
import type { TimeBudget } from './time-budget.ts';

const KEEP_ALIVE_MS = 15_000;

export interface DeliveryContext {
  readonly payment: Payment;
  /** Ended by the delivery. */
  readonly budget: TimeBudget;
  readonly client: AbortSignal | undefined;
  readonly clock: Clock;
  readonly random: () => number;
}

/**
 * The response to a generation that a provider has taken on: buffered or as events, settled when it
 * is complete and released when it is not. Source: decisions §4.4, §4.5, §4.7.
 */
export async function deliver(
  { candidate, events }: Committed,
  references: number,
  { payment, budget, client, clock, random }: DeliveryContext,
): Promise<GatewayResponse> {
  const created = Math.floor(clock.now() / 1000);
  const result = new Result(candidate, references);
  const headers = {
    'x-generation-id': `gen-img-${created}-${randomText(random)}`,
    'x-provider-name': headerText(candidate.provider.name),
    'cache-control': 'no-store',
  };
  const finish = async () => {
    budget.end();
    await (result.isComplete ? payment.settle(result.cost) : payment.release());
  };

  if (candidate.job.stream) {
    const frames = streamImages(result.watch(events), created, (usage) => result.usageOf(usage));
    const alive = withKeepAlive(frames, clock, KEEP_ALIVE_MS);
    return {
      status: 200,
      headers: { ...headers, ...warningHeader(candidate.warnings) },
      body: { kind: 'events', events: withEnding(alive, client, finish) },
    };
  }
  for await (const _event of result.watch(events));
  await finish();
  const warnings = [...candidate.warnings, ...result.warnings];
  return bytes(imageResponseParts(result.images, created, result.usage), JSON_TYPE, {
    ...headers,
    ...warningHeader(warnings),
  });
}

/** Keeps what the answer and the bill need of the events that pass. */
class Result {
  readonly images: FinishedImage[] = [];
  readonly warnings: ImageWarning[] = [];
  isComplete = false;
  usage: ImageUsage | undefined;
  #consumed: UsageEvent | undefined;
  readonly #candidate: Committed['candidate'];
  readonly #references: number;

  constructor(candidate: Committed['candidate'], references: number) {
    this.#candidate = candidate;
    this.#references = references;
  }

  async *watch(events: AsyncIterable<ImageEvent>): AsyncGenerator<ImageEvent, void> {
    const { stream } = this.#candidate.job;
    for await (const event of events) {
      // A streamed image is on its way to the client and need not be kept.
      if (event.type === 'image' && !stream) this.images.push(event);
      if (event.type === 'warning') this.warnings.push(event);
      if (event.type === 'usage') this.usage = this.usageOf(event);
      yield event;
    }
    this.isComplete = true;
  }

  /** What the client is told a usage report of the provider means. */
  usageOf(event: UsageEvent): ImageUsage {
    this.#consumed = event;
    const { promptTokens = 0, completionTokens = 0 } = event;
    return {
      prompt_tokens: promptTokens,
      completion_tokens: completionTokens,
      total_tokens: promptTokens + completionTokens,
      cost: toNumber(parseDecimal(this.cost) ?? ZERO),
    };
  }

  /** USD, by our prices. */
  get cost(): string {
    const { job, endpoint } = this.#candidate;
    const { promptTokens, completionTokens } = this.#consumed ?? {};
    return costOf(job, endpoint, {
      images: job.n,
      references: this.#references,
      ...(promptTokens === undefined ? {} : { promptTokens }),
      ...(completionTokens === undefined ? {} : { completionTokens }),
    });
  }
}

/** `aspect_ratio=clamped:16:9, quality=ignored`. Source: decisions §4.3. */
function warningHeader(warnings: readonly ImageWarning[]): Record<string, string> {
  if (warnings.length === 0) return {};
  const text = warnings.map(({ parameter, note }) => `${parameter}=${note}`).join(', ');
  return { 'x-gateway-warnings': headerText(text) };
}

const LONGEST_HEADER = 1000;

/** Visible ASCII and spaces: names come from requests and configuration. */
function headerText(text: string): string {
  return text.slice(0, LONGEST_HEADER).replace(/[^\x20-\x7e]/g, '?');
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

function randomText(random: () => number): string {
  return Array.from({ length: 20 }, () => ALPHABET[Math.floor(random() * ALPHABET.length)]).join(
    '',
  );
}
