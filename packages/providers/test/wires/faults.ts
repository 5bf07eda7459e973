import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FailureClass } from '@model-gateway/core';
import type { ChatPart } from '@model-gateway/core/chat';
import { classifyAnswer } from '../../src/http/classify.ts';
import type { FailureRule } from '../../src/http/failure-rules.ts';
import { bytesOf, WIRES, type MatrixWire, type WireName } from '../chat/fault-matrix/wires.ts';
import type { WireError } from '../chat/fault-matrix/matrix-wire.ts';
import type { Reading } from './reading.ts';

/** What is read, and how that fails. */
type Row<Read> = readonly [what: string, read: Read, failure: FailureClass];

/** What is wrong with answers of one wire, beside what is wrong with those of every wire. */
export interface Faults<Event> {
  readonly reading: Reading<Event>;
  readonly streams: readonly Row<readonly Event[]>[];
  readonly bodies: readonly Row<unknown>[];
  /** A call whose arguments are whole, and whose end is missing; and the parts that it is so far. */
  readonly call: { readonly events: readonly Event[]; readonly told: readonly ChatPart['type'][] };
  /** Errors with this sentence: one that the client must not read, and some that it can mend. */
  readonly saying: (sentence: string) => {
    readonly hidden: Event;
    readonly told: readonly Event[];
  };
  readonly rules: readonly FailureRule[];
  readonly statuses: readonly (readonly [status: number, body: unknown, failure: FailureClass])[];
}

const CLASSES: Readonly<Record<WireError, FailureClass>> = {
  overloaded: 'overloaded',
  server: 'server',
  limited: 'rate-limited',
  quota: 'credential',
  policy: 'policy',
  parameter: 'parameter',
  context: 'context',
  generation: 'generation',
};

/** Registers what has to hold of every wire, and the rows of this one. */
export function describeFaults<Event>(wire: WireName, faults: Faults<Event>): void {
  const frames: MatrixWire = WIRES[wire];
  const { reading, call } = faults;
  const { aDecoder, partsOf, resultOf, wholeResultOf } = reading;
  const bytes = (text: string) => bytesOf(frames, text);
  const errors = Object.entries(CLASSES).filter(([error]) => error !== frames.lacks) as [
    WireError,
    FailureClass,
  ][];
  const hi = frames.ROLE + frames.says('Hi');
  const typesOf = (parts: readonly ChatPart[]) =>
    parts.map(({ type }) => type).filter((type) => type !== 'usage');

  describe(`a stream over ${wire}`, () => {
    const streams: readonly Row<string>[] = [
      ['nothing', '', 'malformed'],
      ['what says nothing', frames.idle, 'malformed'],
      ['only a mark', frames.mark, 'malformed'],
      ['a page in HTML', '<html>\n<body>502</body>\n</html>\n\n', 'malformed'],
      ['no end', hi, 'cut-off'],
      ['a mark for an end', hi + frames.mark, 'cut-off'],
      ['half a frame', hi + frames.half, 'cut-off'],
      ...['oops', 'null', '7', '"hello"', '[7]'].flatMap((content): Row<string>[] => [
        [`a frame of ${content}`, frames.raw(content), 'malformed'],
        [`text and a frame of ${content}`, hi + frames.raw(content), 'malformed'],
      ]),
      ['an error without a code', frames.nameless, 'server'],
      ...errors.map(([error, failure]): Row<string> => [
        `an error (${error})`,
        frames.errorFrame(error),
        failure,
      ]),
      // A prompt that was answered is not blocked any more.
      ...errors
        .filter(([error]) => error !== 'policy')
        .map(([error, failure]): Row<string> => [
          `an error (${error}) after text`,
          hi + frames.errorFrame(error),
          failure,
        ]),
      ...(frames.isBinary === true
        ? []
        : [['an error in words', 'event: error\ndata: It broke.\n\n', 'server'] as const]),
    ];
    for (const [what, text, failure] of streams) {
      it(`with ${what} fails as ${failure}`, () => {
        assert.throws(() => partsOf([bytes(text)]), { failure });
      });
    }
    for (const [what, events, failure] of faults.streams) {
      it(`with ${what} fails as ${failure}`, () => {
        assert.throws(() => resultOf(events), { failure });
      });
    }

    it('is complete with its finish and not before, so that a reset takes nothing away', () => {
      const decoder = aDecoder();
      const parts = [...decoder.push(bytes(hi), [])];
      assert.equal(decoder.isComplete, false);
      decoder.push(bytes(frames.FINISH), parts);
      assert.equal(decoder.isComplete, true);
      const told = typesOf([...parts, ...decoder.end()]);
      assert.deepEqual(told, ['start', 'open', 'delta', 'close', 'finish', 'done']);
    });

    // Others are awaited to their counts, and may still fail.
    const hasEnd = frames.END !== '' || frames.finishCounts === true;
    it('has nothing after its end', { skip: !hasEnd }, () => {
      const late = frames.says('late') + frames.errorFrame('server');
      const parts = partsOf([bytes(hi + frames.FINISH + frames.END + late)]);
      assert.ok(!JSON.stringify(parts).includes('late'));
    });

    it('keeps what was said before an error of the same read', () => {
      const parts: ChatPart[] = [];
      assert.throws(() => aDecoder().push(bytes(hi + frames.errorFrame('overloaded')), parts), {
        failure: 'overloaded',
      });
      assert.deepEqual(typesOf(parts), ['start', 'open', 'delta']);
    });

    it('has no complete call when it breaks off in one', () => {
      const decoder = aDecoder();
      const parts = decoder.push(reading.streamOf(call.events), []);
      assert.deepEqual(typesOf(parts), call.told);
      assert.throws(() => decoder.end(), { failure: 'cut-off' });
    });

    it('never quotes a sentence of the server, unless the client can do something about it', () => {
      const message = 'the sentence of the server';
      const { hidden, told } = faults.saying(message);
      assert.throws(
        () => resultOf([hidden]),
        (thrown: Error) => !thrown.message.includes(message),
      );
      for (const event of told) {
        assert.throws(() => resultOf([event]), { message: new RegExp(`${message}$`) });
      }
    });
  });

  describe(`an answer in JSON over ${wire}`, () => {
    const whole = JSON.stringify(frames.whole);
    // Bedrock names the kinds of its errors in a header.
    const told = frames.isBinary === true ? [] : errors;
    const bodies: readonly Row<unknown>[] = [
      ['nothing', '', 'malformed'],
      ['an empty object', {}, 'malformed'],
      ['a list', [1], 'malformed'],
      ['half of it', whole.slice(0, 20), 'malformed'],
      ['more behind it', `${whole} x`, 'malformed'],
      ['depth', '['.repeat(10_000), 'malformed'],
      ...told.map(([error, failure]): Row<unknown> => [
        `an error (${error})`,
        frames.errorBody(error),
        failure,
      ]),
      ...faults.bodies,
    ];
    for (const [what, body, failure] of bodies) {
      it(`with ${what} fails as ${failure}`, () => {
        assert.throws(() => wholeResultOf(body), { failure });
      });
    }
  });

  describe(`a refusal over ${wire}`, () => {
    for (const [status, body, failure] of faults.statuses) {
      it(`${status} ${JSON.stringify(body)} is ${failure}`, () => {
        const answer = { status, headers: {}, body: JSON.stringify(body) };
        assert.equal(classifyAnswer(answer, 0, faults.rules).failure, failure);
      });
    }
  });
}
