import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChatPart } from '@model-gateway/core/chat';
import { CONVERSE_FAILURES } from '../../../src/wires/bedrock/failures.ts';
import { awsMessage } from '../../chat/frames.ts';
import { describeFaults } from '../faults.ts';
import { begins, BEGUN, delta, ended, SAID, stop } from './golden.ts';
import { BEDROCK, type Event } from './reading.ts';

const { aDecoder, resultOf, streamOf } = BEDROCK;

const exception = (type: string, message = 'No') =>
  awsMessage({ ':message-type': 'exception', ':exception-type': type }, { message });
const within = (type: string): readonly Event[] => [
  BEGUN,
  delta(0, { text: 'a' }),
  exception(type),
];

describeFaults('bedrock', {
  reading: BEDROCK,
  call: {
    events: [BEGUN, begins(0, 'c', 'f'), delta(0, { toolUse: { input: '{"a":1}' } })],
    told: ['start', 'open', 'delta'],
  },
  saying: (sentence) => ({
    hidden: exception('internalServerException', sentence),
    told: [exception('validationException', sentence)],
  }),
  streams: [
    ['a limit within', within('throttlingException'), 'rate-limited'],
    ['an overload within', within('serviceUnavailableException'), 'overloaded'],
    ['an error of the server within', within('internalServerException'), 'server'],
    ['an error of the model within', within('modelStreamErrorException'), 'server'],
    ['a time-out within', within('modelTimeoutException'), 'timeout'],
    ['a wrong parameter within', within('validationException'), 'parameter'],
    ['a refused key within', within('accessDeniedException'), 'credential'],
    ['half of its first message', [streamOf([BEGUN]).subarray(0, 5)], 'cut-off'],
  ],
  bodies: [],
  rules: CONVERSE_FAILURES,
  statuses: [
    [400, { message: 'Input is too long for requested model.' }, 'context'],
    [400, { message: 'The provided model identifier is invalid.' }, 'model'],
    [429, { message: 'Too many tokens per day, please wait before trying again.' }, 'credential'],
    [504, { message: 'x' }, 'timeout'],
  ],
});

describe('an answer of Bedrock', () => {
  it('is refused with any byte that is not as it was sent', () => {
    const bytes = streamOf(SAID.slice(0, 3));
    for (const at of bytes.keys()) {
      const wrong = Buffer.from(bytes);
      wrong[at] = (wrong[at] ?? 0) ^ 1;
      assert.throws(() => resultOf([wrong]), { failure: /malformed|cut-off/ }, `byte ${at}`);
    }
  });

  for (const [raw, reason] of [
    ['end_turn', 'stop'],
    ['stop_sequence', 'stop'],
    ['max_tokens', 'length'],
    ['model_context_window_exceeded', 'length'],
    ['content_filtered', 'filter'],
    ['guardrail_intervened', 'filter'],
  ] as const) {
    it(`ends as ${reason} with ${raw}`, () => {
      const { finish } = resultOf([BEGUN, delta(0, { text: 'a' }), ...ended(raw)]);
      assert.deepEqual([finish?.reason, finish?.raw], [reason, raw]);
    });
  }

  it('has the input of a call that was cut off, as far as it came', () => {
    const events = [...SAID.slice(0, 12), ...ended('max_tokens')];
    const { blocks, finish } = resultOf(events);
    assert.deepEqual(blocks.at(-1), {
      type: 'call',
      id: 'tooluse_1',
      name: 'weather',
      input: '{"city":',
      by: 'client',
      isCut: true,
    });
    assert.equal(finish?.reason, 'length');
  });

  it('says what came before a message that is broken, in one read or in two', () => {
    const said = streamOf([BEGUN, delta(0, { text: 'a' })]);
    const wrong = Buffer.from(streamOf([stop(0)]));
    wrong[20] = (wrong[20] ?? 0) ^ 1;
    for (const pieces of [[said, wrong], [Buffer.concat([said, wrong])]]) {
      const decoder = aDecoder();
      const parts: ChatPart[] = [];
      assert.throws(() => pieces.forEach((piece) => decoder.push(piece, parts)), {
        failure: 'malformed',
      });
      assert.deepEqual(
        parts.map(({ type }) => type),
        ['start', 'open', 'delta'],
      );
    }
  });
});
