import type { ServerSentEvent } from '../http/message.ts';
import { toNumber } from '../money/decimal.ts';
import type { ImageEvent } from '../ports/image-provider.ts';
import { isProviderFailure } from '../ports/provider-failure.ts';
import type { ImageUsage } from '../resources/image-response.ts';
import type { GenerationTrace } from '../telemetry/generation-trace.ts';
import { chargeFor } from './billing.ts';
import { MEDIA_TYPES } from './event-check.ts';
import type { ChargeSheet } from '../inference/money/charge-sheet.ts';
import type { Bill } from '../inference/delivery/answer.ts';
import type { Candidate } from './candidates.ts';
import type { ImageWarning } from './capability.ts';
import { FAILURE_POLICY } from '../inference/attempts/failure-policy.ts';
import { withCounts, type FinishedImage, type UsageEvent } from './image-data.ts';

/**
 * Collects the data for the response and the bill from a generation's events and the frames
 * that were sent.
 */
export class GenerationResult {
  /** The images of a buffered response. */
  readonly images: FinishedImage[] = [];
  readonly warnings: ImageWarning[] = [];
  /** The number of complete images that the client received. */
  delivered = 0;
  readonly #completedFrames = new WeakSet<ServerSentEvent>();
  #usage: UsageEvent | undefined;
  readonly #candidate: Candidate;
  readonly #references: number;
  readonly #trace: GenerationTrace | undefined;

  constructor(candidate: Candidate, references: number, trace: GenerationTrace | undefined) {
    this.#candidate = candidate;
    this.#references = references;
    this.#trace = trace;
  }

  /** Yields the same events, noting each. */
  async *watch(events: AsyncIterable<ImageEvent>): AsyncGenerator<ImageEvent, void> {
    try {
      for await (const event of events) {
        if (event.type === 'usage') this.#usage = withCounts(event);
        if (event.type === 'image') this.#trace?.image(event.mediaType, event.data);
        if (event.type === 'text') this.#trace?.text(event.text);
        yield event;
      }
    } catch (error) {
      if (isProviderFailure(error))
        this.#trace?.note({ error: FAILURE_POLICY[error.failure].error });
      throw error;
    }
  }

  /** Notes that a frame holds a complete image. */
  readonly onCompleted = (frame: ServerSentEvent): void => void this.#completedFrames.add(frame);

  /** Notes that the adapter took a frame. */
  readonly onTaken = (frame: ServerSentEvent): void => {
    if (frame.comment === undefined) this.#trace?.output();
    if (this.#completedFrames.has(frame)) this.delivered++;
  };

  /** Reads all events of a buffered response, which is delivered whole. */
  async collect(events: AsyncIterable<ImageEvent>): Promise<void> {
    for await (const event of this.watch(events)) {
      if (event.type === 'image') this.images.push(event);
      if (event.type === 'warning') this.warnings.push(event);
    }
    this.delivered = this.images.length;
    this.#trace?.output();
    const { format } = this.#candidate.job;
    const other = this.images.find(({ mediaType }) => mediaType !== MEDIA_TYPES[format]);
    if (other === undefined) return;
    const came = other.mediaType.replace(/^image\//, '');
    this.warnings.push({ parameter: 'output_format', note: `clamped:${came}` });
  }

  /** The `usage` of the whole response; undefined until the provider reports it. */
  get usage(): ImageUsage | undefined {
    if (this.#usage === undefined) return undefined;
    const { promptTokens = 0, completionTokens = 0 } = this.#usage;
    const { sum } = this.#chargeFor(this.#candidate.job.n);
    return {
      prompt_tokens: promptTokens,
      completion_tokens: completionTokens,
      total_tokens: promptTokens + completionTokens,
      cost: toNumber(sum),
    };
  }

  /** What the client owes for the images that it received. */
  get bill(): Bill {
    const charge = this.delivered === 0 ? undefined : this.#chargeFor(this.delivered);
    return { usage: this.#usage, costUsd: charge?.usd, items: charge?.items };
  }

  #chargeFor(images: number): ChargeSheet {
    return chargeFor({ ...this.#candidate, references: this.#references }, this.#usage, images);
  }
}
