import type { ImageEvent } from '@model-gateway/core';
import { EventStreamParser } from '../../http/event-stream-parser.ts';
import type { FailureRule } from '../../http/failure-rules.ts';
import { PayloadCutter, type CutJson } from '../../http/payload-json.ts';
import { readAnswer } from './read-answer.ts';
import { StreamReader } from './stream-reader.ts';

/** Reads an answer as a stream or as JSON by its content type, whatever was requested. */
export function isEventStream(headers: Readonly<Record<string, string>>): boolean {
  const [type = ''] = (headers['content-type'] ?? '').split(';');
  return type.trim().toLowerCase() === 'text/event-stream';
}

/** Yields the events of a buffered answer: all of them once it is complete. */
export async function* bufferedEvents(
  body: AsyncIterable<Uint8Array>,
  rules?: readonly FailureRule[],
): AsyncGenerator<ImageEvent, void> {
  const cutter = new PayloadCutter();
  for await (const chunk of body) cutter.push(chunk);
  yield* readAnswer(cutter.take(), rules);
}

/** Yields the events of a streamed answer, each as soon as it is complete. */
export async function* streamedEvents(
  body: AsyncIterable<Uint8Array>,
  rules?: readonly FailureRule[],
): AsyncGenerator<ImageEvent, void> {
  const cutter = new PayloadCutter();
  const complete: CompleteEvent[] = [];
  const parser = new EventStreamParser({
    data: (bytes) => cutter.push(bytes),
    event: (name) => complete.push({ json: cutter.take(), name }),
  });
  const reader = new StreamReader(rules);
  for await (const chunk of body) {
    parser.push(chunk);
    yield* eventsIn(complete.splice(0), reader);
    if (reader.isDone) break;
  }
  parser.end();
  yield* eventsIn(complete.splice(0), reader);
  yield* reader.end();
}

interface CompleteEvent {
  readonly json: CutJson;
  readonly name: string;
}

function* eventsIn(
  complete: readonly CompleteEvent[],
  reader: StreamReader,
): Generator<ImageEvent, void> {
  for (const { json, name } of complete) yield* reader.read(json, name);
}
