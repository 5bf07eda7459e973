import type { ImageEvent } from '@model-gateway/core';
import type { JournalEntry } from '../journal-entry.ts';
import type { StreamEnding } from './endings.ts';
import type { StreamError } from './stream-error.ts';

/** The kind of a text in a stream: the document itself, a sketch of it, or thoughts about it. */
export type TextPhase = Extract<ImageEvent, { type: 'text' }>['phase'];

/**
 * A stream that the test holds: its client is answered, and then only gets what the test sends.
 *
 * Each method waits for the request, and resolves once the event is on the socket, or as far as the
 * client reads. It rejects when it cannot do that: the request did not ask for a stream (GW1403),
 * the model does not stream (GW1404), the answer was a different one (GW1405), the index of the
 * partial image is unknown (GW1406), the stream is over (GW1407), or the client left (GW1408).
 *
 * Until the test goes on, keep-alives and time-outs follow the tenant's clock as always.
 */
export interface HeldStream {
  /** The journal entry of the request, as soon as it is received. */
  readonly request: Promise<JournalEntry>;
  /** Sends the partial image with this index; the first is 0, and any order will do. */
  partial(index: number): Promise<void>;
  /** Sends a piece of text, `content` by default. */
  text(text: string, phase?: TextPhase): Promise<void>;
  /** Sends the finished images and ends the stream as it should end; only then they are charged. */
  complete(): Promise<void>;
  /** Ends the stream with an error event; by default that of a provider that broke off. */
  error(error?: StreamError): Promise<void>;
  /** Ends the stream in one of the named ways, without the finished images. */
  end(ending: StreamEnding): Promise<void>;
}
