import { JSON_TYPE } from '../http/encode.ts';
import { withEnding } from '../http/ending.ts';
import { withKeepAlive } from '../http/keep-alive.ts';
import type { GatewayResponse } from '../http/message.ts';
import { bytes } from '../http/respond.ts';
import { parseDecimal, toNumber, ZERO } from '../money/decimal.ts';
import type { Clock } from '../ports/clock.ts';
import type { ImageEvent, ImageFormat } from '../ports/image-provider.ts';
import type { ImageUsage } from '../resources/image-response.ts';
import type { AcceptedAttempt } from './attempt-loop.ts';
import { chargeFor } from './billing.ts';
import { imageResponseParts } from './buffered.ts';
import type { ImageWarning } from './capability.ts';
import type { FinishedImage, UsageEvent } from './image-data.ts';
import type { Payment } from './payment.ts';
import { streamImages } from './stream.ts';
import type { TimeBudget } from './time-budget.ts';

const KEEP_ALIVE_MS = 15_000;

export interface AnswerContext {
  readonly payment: Payment;
  /** Ended with the answer. */
  readonly budget: TimeBudget;
  readonly client: AbortSignal | undefined;
  readonly clock: Clock;
  readonly random: () => number;
  /** Called with what goes wrong once the client has its answer. */
  readonly report: (error: unknown) => void;
}

/**
 * The response to a generation that a provider has taken on: buffered or as events, settled when it
 * is complete and released when it is not. Source: decisions §4.4, §4.5, §4.7.
 */
export async function deliver(
  { candidate, events, warnings }: AcceptedAttempt,
  references: number,
  { payment, budget, client, clock, random, report }: AnswerContext,
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
    try {
      await (result.isComplete ? payment.settle(result.cost) : payment.release());
    } catch (error) {
      // The client has its images; a ledger that fails is the operator's to mend.
      report(error);
    }
  };

  if (candidate.job.stream) {
    const frames = streamImages(result.watch(events), created, () => result.usage);
    const alive = withKeepAlive(reported(frames, budget.signal, report), clock, KEEP_ALIVE_MS);
    return {
      status: 200,
      headers: { ...headers, ...warningHeader([...candidate.warnings, ...warnings]) },
      body: { kind: 'events', events: withEnding(alive, client, finish) },
    };
  }
  for await (const event of events) result.take(event);
  result.complete();
  await finish();
  return bytes(imageResponseParts(result.images, created, result.usage), JSON_TYPE, {
    ...headers,
    ...warningHeader([...candidate.warnings, ...result.warnings]),
  });
}

/** The same frames; an error among them is our bug, unless the request is over: the reader left. */
async function* reported<Frame>(
  frames: AsyncGenerator<Frame, void>,
  request: AbortSignal,
  report: (error: unknown) => void,
): AsyncGenerator<Frame, void> {
  try {
    yield* frames;
  } catch (error) {
    if (!request.aborted) report(error);
    throw error;
  }
}

/** Keeps what the answer and the bill need of the events that pass. */
class Result {
  readonly images: FinishedImage[] = [];
  readonly warnings: ImageWarning[] = [];
  isComplete = false;
  #consumed: UsageEvent | undefined;
  readonly #candidate: AcceptedAttempt['candidate'];
  readonly #references: number;

  constructor(candidate: AcceptedAttempt['candidate'], references: number) {
    this.#candidate = candidate;
    this.#references = references;
  }

  /** The same events, taken as they pass. */
  async *watch(events: AsyncIterable<ImageEvent>): AsyncGenerator<ImageEvent, void> {
    for await (const event of events) {
      this.take(event);
      yield event;
    }
    this.complete();
  }

  take(event: ImageEvent): void {
    // A streamed image is on its way to the client and need not be kept.
    if (event.type === 'image' && !this.#candidate.job.stream) this.images.push(event);
    if (event.type === 'warning') this.warnings.push(event);
    if (event.type === 'usage') this.#consumed = event;
  }

  /** Nothing more comes. */
  complete(): void {
    const { format } = this.#candidate.job;
    const other = this.images.find(({ mediaType }) => mediaType !== MEDIA_TYPES[format]);
    if (other !== undefined) {
      const came = other.mediaType.replace(/^image\//, '');
      this.warnings.push({ parameter: 'output_format', note: `clamped:${came}` });
    }
    this.isComplete = true;
  }

  /** The `usage` of the answer; undefined until the provider reported it. */
  get usage(): ImageUsage | undefined {
    if (this.#consumed === undefined) return undefined;
    const { promptTokens = 0, completionTokens = 0 } = this.#consumed;
    return {
      prompt_tokens: promptTokens,
      completion_tokens: completionTokens,
      total_tokens: promptTokens + completionTokens,
      cost: toNumber(parseDecimal(this.cost) ?? ZERO),
    };
  }

  /** What is charged, USD. */
  get cost(): string {
    const { n } = this.#candidate.job;
    return chargeFor({ ...this.#candidate, references: this.#references }, this.#consumed, n);
  }
}

const MEDIA_TYPES: Readonly<Record<ImageFormat, string>> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  svg: 'image/svg+xml',
};

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
  let text = '';
  for (let i = 0; i < 20; i++) text += ALPHABET[Math.floor(random() * ALPHABET.length)];
  return text;
}
