import type { ImageEvent } from '@model-gateway/core';
import type { JournalEntry } from '../journal-entry.ts';
import type { StreamEnding } from './endings.ts';
import type { StreamError } from './stream-error.ts';

/** What a text of a stream is: the document itself, a sketch of it, or thoughts about it. */
export type TextPhase = Extract<ImageEvent, { type: 'text' }>['phase'];

/**
 * A stream that the test holds: its client is answered, and then only gets what the test sends.
 *
 * Each method waits for the request, and resolves once the event is on the socket, or as far as the
 * client reads. It rejects when that cannot be: the request did not ask for a stream (GW1403), the
 * model has none (GW1404), the answer was another one (GW1405), there is no such partial image
 * (GW1406), the stream is over (GW1407), or the client left (GW1408).
 *
 * Until the test goes on, keep-alives and time-outs come by the tenant's clock as they always do.
 */
export interface HeldStream {
  /** What the journal has of the request, as soon as it is there. */
  readonly request: Promise<JournalEntry>;
  /** Sends the partial image with this index; the first is 0, and any order will do. */
  partial(index: number): Promise<void>;
  /** Sends a piece of text, `content` unless said otherwise. */
  text(text: string, phase?: TextPhase): Promise<void>;
  /** Sends the finished images and ends the stream as it should end; only then they are charged. */
  complete(): Promise<void>;
  /** Ends the stream with an error event; by default that of a provider that broke off. */
  error(error?: StreamError): Promise<void>;
  /** Ends the stream in one of the named ways, without the finished images. */
  end(ending: StreamEnding): Promise<void>;
}
