import { ResponseDecoder } from '../../../src/wires/openai-responses/decode.ts';
import { named, readingOf } from '../reading.ts';

/** Who seals the reasoning of these answers. */
export const ISSUER = 'openai-responses@test';

export const RESPONSES = readingOf(
  ISSUER,
  () => new ResponseDecoder({ issuer: ISSUER, nameOf: (name) => name }),
  named,
);
