import { MessageDecoder } from '../../../src/wires/anthropic/decode.ts';
import { named, readingOf } from '../reading.ts';

/** Who signs the thinking of these answers. */
export const ISSUER = 'anthropic-messages@test/claude';

export const ANTHROPIC = readingOf(
  ISSUER,
  () => new MessageDecoder({ issuer: ISSUER, nameOf: (name) => name }),
  named,
);
