import { it } from 'node:test';
import fc from 'fast-check';
import type { Decoder } from '../../src/chat/decoder.ts';
import { filesIn } from './golden.ts';
import { named, unnamed } from './reading.ts';
import { eitherWay, escaped, streamsOf } from './repeated.ts';

/** Events as a server may print them. */
const PRINTS: readonly ((event: object) => string)[] = [
  named,
  named,
  unnamed,
  (event) => named(event).replaceAll('\n', '\r\n'),
  (event) => named(event).replace(/[^ -~\n]/g, escaped),
  (event) => `: ping\n\n${named(event)}`,
];

/** A wire whose events have names. */
export interface RepeatedSuite<Event extends object> {
  readonly aDecoder: () => Decoder;
  /** Events that repeat, and others between them. */
  readonly events: fc.Arbitrary<Event>;
  /** The last event of a whole stream. */
  readonly end: object;
  /** The recorded streams of the wire. */
  readonly folder: URL;
}

/** Tests that random and recorded streams are read as if each of their events were parsed. */
export function readEitherWay<Event extends object>({
  aDecoder,
  events,
  end,
  folder,
}: RepeatedSuite<Event>): void {
  const isSameEitherWay = eitherWay(aDecoder);

  it('are read as if each were parsed, whatever a server sends', () => {
    fc.assert(
      fc.property(streamsOf(events, PRINTS), fc.constantFrom('', named(end)), (said, last) =>
        isSameEitherWay(said.join('') + last),
      ),
      { numRuns: 2000, seed: 29 },
    );
  });

  for (const [name, bytes] of filesIn(folder).streams) {
    it(`are read as if each were parsed: ${name}`, () => isSameEitherWay(bytes.toString()));
  }
}
