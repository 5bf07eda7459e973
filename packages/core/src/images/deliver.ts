import { JSON_TYPE } from '../http/encode.ts';
import { withKeepAlive } from '../http/keep-alive.ts';
import type { GatewayRequest, GatewayResponse } from '../http/message.ts';
import { bytesResponse } from '../http/respond.ts';
import type { Clock } from '../ports/clock.ts';
import type { GenerationTrace } from '../telemetry/generation-trace.ts';
import type { ImageData } from '../ports/image-provider.ts';
import type { AcceptedAttempt } from './attempt-loop.ts';
import { imageResponseParts } from './buffered.ts';
import type { ImageWarning } from './capability.ts';
import { FrameDelivery } from '../inference/delivery/frame-delivery.ts';
import { GenerationResult } from './generation-result.ts';
import type { Holding } from '../inference/attempts/held-bytes.ts';
import { bytesIn } from './image-data.ts';
import type { Payment } from '../inference/charging/payment.ts';
import { streamImages } from './stream.ts';
import type { TimeBudget } from '../inference/attempts/time-budget.ts';

const KEEP_ALIVE_MS = 15_000;

export interface AnswerContext {
  readonly payment: Payment;
  /** Also limits how long a client may take to read a stream. Ends with the response. */
  readonly budget: TimeBudget;
  /** Ends when the client has its response. */
  readonly holding: Holding;
  readonly request: Pick<GatewayRequest, 'signal' | 'onSent'>;
  readonly clock: Clock;
  readonly random: () => number;
  /** Called with errors that occur after the client has its response. */
  readonly report: (error: unknown) => void;
  readonly trace: GenerationTrace | undefined;
}

/**
 * Returns the response to a generation that a provider has accepted: buffered or as events. Charges
 * what the client receives: the complete images of a stream that ends early, otherwise all or
 * nothing. Source: contract §4.4, §4.5, §4.7.
 */
export async function deliver(
  accepted: AcceptedAttempt,
  references: number,
  context: AnswerContext,
): Promise<GatewayResponse> {
  const { payment, budget, clock, random, report, trace } = context;
  const { candidate } = accepted;
  const created = Math.floor(clock.now() / 1000);
  const result = new GenerationResult(candidate, references, trace);
  const id = `gen-img-${created}-${randomText(random)}`;
  const { slug, name } = candidate.provider;
  trace?.note({ id, provider: { slug, name }, isStream: candidate.job.stream });
  const headers = {
    'x-generation-id': id,
    'x-provider-name': headerText(name),
    'cache-control': 'no-store',
  };
  const onEnd = async () => {
    budget.end();
    trace?.note({ usage: result.reportedUsage, costUsd: result.charge });
    try {
      await (result.delivered === 0 ? payment.release() : payment.settle(result.charge));
    } catch (error) {
      // The client has its images; a ledger that is away is tried again (`PendingCharges`).
      report(error);
    }
  };

  const delivery = { accepted, created, result, headers, onEnd };
  return candidate.job.stream ? streamed(delivery, context) : buffered(delivery, context);
}

interface Delivery {
  readonly accepted: AcceptedAttempt;
  /** Seconds since 1970. */
  readonly created: number;
  readonly result: GenerationResult;
  readonly headers: Readonly<Record<string, string>>;
  /** Pays, once the client has all it will receive. */
  readonly onEnd: () => Promise<void>;
}

function streamed(
  { accepted: { candidate, events, warnings }, created, result, headers, onEnd }: Delivery,
  { budget, holding, request, clock, report, trace }: AnswerContext,
): GatewayResponse {
  const usage = () => result.usage;
  const { onCompleted, onTaken } = result;
  const onDelivered = (data: ImageData) => holding.release(bytesIn(data));
  const frames = streamImages(result.watch(events), created, usage, { onCompleted, onDelivered });
  const onBug = (error: unknown) => {
    trace?.note({ error: 'internal' });
    report(error);
  };
  const delivery = new FrameDelivery({
    frames: withKeepAlive(reported(frames, budget.signal, onBug), clock, KEEP_ALIVE_MS),
    budget,
    client: request.signal,
    clock,
    onTaken,
    onEnd: () => {
      holding.end();
      return onEnd();
    },
  });
  return {
    status: 200,
    headers: { ...headers, ...warningHeader([...candidate.warnings, ...warnings]) },
    body: { kind: 'events', events: delivery, signal: delivery.signal },
  };
}

async function buffered(
  { accepted: { candidate, events }, created, result, headers, onEnd }: Delivery,
  { holding, request }: AnswerContext,
): Promise<GatewayResponse> {
  await result.collect(events);
  await onEnd();
  const release = () => holding.end();
  // Without word of it from the adapter, the image is the adapter's from here on.
  if (request.onSent === undefined) release();
  else request.onSent(release);
  return bytesResponse(imageResponseParts(result.images, created, result.usage), JSON_TYPE, {
    ...headers,
    ...warningHeader([...candidate.warnings, ...result.warnings]),
  });
}

/**
 * Yields the same frames. An error among them is a bug of ours, unless the request is over because
 * the reader left.
 */
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

/** `aspect_ratio=clamped:16:9, quality=ignored`. Source: contract §4.3. */
function warningHeader(warnings: readonly ImageWarning[]): Record<string, string> {
  if (warnings.length === 0) return {};
  const text = warnings.map(({ parameter, note }) => `${parameter}=${note}`).join(', ');
  return { 'x-gateway-warnings': headerText(text) };
}

const LONGEST_HEADER = 1000;

/** Returns visible ASCII and spaces only: names come from requests and configuration. */
function headerText(text: string): string {
  return text.slice(0, LONGEST_HEADER).replace(/[^\x20-\x7e]/g, '?');
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

function randomText(random: () => number): string {
  let text = '';
  for (let i = 0; i < 20; i++) text += ALPHABET[Math.floor(random() * ALPHABET.length)];
  return text;
}
