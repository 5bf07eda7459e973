import { JSON_TYPE } from '../http/encode.ts';
import { KEEP_ALIVE } from '../http/keep-alive.ts';
import type { GatewayResponse, ServerSentEvent } from '../http/message.ts';
import type { AcceptedAttempt } from '../inference/attempts/attempt-loop.ts';
import { Answer, type AnswerContext } from '../inference/delivery/answer.ts';
import { warningHeader } from '../inference/delivery/header-text.ts';
import type { ImageData, ImageEvent, ImageEvents } from '../ports/image-provider.ts';
import { imageResponseParts } from './buffered.ts';
import type { Candidate } from './candidates.ts';
import { GenerationResult } from './generation-result.ts';
import { bytesIn } from './image-data.ts';
import { streamImages } from './stream.ts';

type Accepted = AcceptedAttempt<Candidate, ImageEvent>;

/**
 * Returns the response to a generation that a provider has accepted: buffered or as events. Charges
 * what the client receives: the complete images of a stream that ends early, otherwise all or
 * nothing. Source: contract §4.4, §4.5, §4.7.
 */
export async function deliver(
  accepted: Accepted,
  references: number,
  source: ImageEvents | undefined,
  context: AnswerContext,
): Promise<GatewayResponse> {
  const { job } = accepted.candidate;
  const result = new GenerationResult(accepted.candidate, references, context.trace);
  const bill = () => result.bill;
  const options = { served: accepted.candidate, idPrefix: 'gen-img', isStream: job.stream, bill };
  const answer = new Answer(options, context);
  return job.stream
    ? streamed(accepted, result, answer, source, context)
    : buffered(accepted, result, answer);
}

function streamed(
  { candidate, opening, steps }: Accepted,
  result: GenerationResult,
  answer: Answer,
  source: ImageEvents | undefined,
  { holding, trace }: AnswerContext,
): GatewayResponse {
  const warnings = opening.filter((event) => event.type === 'warning');
  const usage = () => result.usage;
  const mayFree = source?.free !== undefined && trace?.keepsContent !== true;
  /** Whether the frame that was taken last has left. */
  let hasLeft = false;
  const listener = {
    onCompleted: result.onCompleted,
    onDelivered(data: ImageData) {
      holding.release(bytesIn(data));
      if (mayFree && hasLeft) source.free?.(data);
    },
  };
  const onTaken = (frame: ServerSentEvent) => {
    hasLeft = false;
    result.onTaken(frame);
  };
  const onSent = mayFree ? () => void (hasLeft = true) : undefined;
  const frames = streamImages(result.watch(steps), answer.created, usage, listener);
  const events = answer.stream(frames, KEEP_ALIVE, onTaken);
  return {
    status: 200,
    headers: { ...answer.headers, ...warningHeader([...candidate.warnings, ...warnings]) },
    body: { kind: 'events', events, signal: events.signal, onSent },
  };
}

async function buffered(
  { candidate, steps }: Accepted,
  result: GenerationResult,
  answer: Answer,
): Promise<GatewayResponse> {
  await result.collect(steps);
  const parts = imageResponseParts(result.images, answer.created, result.usage);
  const warnings = warningHeader([...candidate.warnings, ...result.warnings]);
  return answer.whole({ kind: 'bytes', parts, contentType: JSON_TYPE }, warnings);
}
