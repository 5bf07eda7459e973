import { CohereDecoder } from '../../../src/wires/cohere/decode.ts';
import { readingOf, unnamed } from '../reading.ts';

export const COHERE = readingOf(
  'cohere@test',
  () => new CohereDecoder({ nameOf: (name) => name }),
  unnamed,
);
