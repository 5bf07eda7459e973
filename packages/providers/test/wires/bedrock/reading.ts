import { ConverseDecoder } from '../../../src/wires/bedrock/decode.ts';
import { awsMessage } from '../../chat/frames.ts';
import { readingOf } from '../reading.ts';

/** Who signs the thinking of these answers. */
export const ISSUER = 'bedrock-converse@test/claude';

/** An event with its type; bytes are one as they are. */
export type Event = readonly [type: string, payload: object] | Uint8Array;

export const BEDROCK = readingOf(
  ISSUER,
  () => new ConverseDecoder({ issuer: ISSUER, nameOf: (name) => name }),
  (event: Event) =>
    event instanceof Uint8Array
      ? event
      : awsMessage({ ':message-type': 'event', ':event-type': event[0] }, event[1]),
);
