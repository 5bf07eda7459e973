import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import * as v from 'valibot';
import { createPartCheck, type Block } from '@model-gateway/core/chat';
import { RESPONSES } from '../../../src/chat/dialects/responses/dialect.ts';
import { ResponseRequestSchema } from '../../../src/resources/response-request.ts';
import { ResponseEventSchema, ResponseSchema } from '../../../src/resources/response.ts';
import { answers, ISSUER } from '../arbitrary-answer.ts';
import { eventsOf, rejoin } from './rejoin.ts';
import { collected } from '../collected.ts';
import { BODY, facts, request, usage, whole, written } from './written.ts';

describe('any answer as Responses', () => {
  it('is the same streamed as whole, and fits the schemas', () => {
    fc.assert(
      fc.property(answers, fc.integer({ min: 1, max: 5 }), (parts, size) => {
        const check = createPartCheck(ISSUER);
        const checked = parts.map((part) => check.check(part));
        const writer = RESPONSES.createWriter(facts, request);
        const frames: string[] = [];
        for (let from = 0; from < checked.length; from += size) {
          frames.push(...writer.write(checked.slice(from, from + size)));
        }
        frames.push(...writer.end(usage));
        for (const event of eventsOf(frames)) v.assert(ResponseEventSchema, event);
        const response = whole(checked);
        v.assert(ResponseSchema, response);
        assert.deepEqual(rejoin(frames), response);
      }),
      { seed: 20_261_128 },
    );
  });

  it('comes back as the same turn when a client replays the output', () => {
    fc.assert(
      fc.property(answers, (parts) => {
        const result = collected(parts);
        for (const { output } of [whole(parts), rejoin(written(parts))]) {
          const again = RESPONSES.read(
            v.parse(ResponseRequestSchema, {
              ...BODY,
              input: [...output, { role: 'user', content: 'x' }],
            }),
            { headers: {} },
          );
          assert.ok('request' in again, JSON.stringify(again));
          const [turn] = again.request.messages;
          const blocks = turn?.role === 'assistant' ? turn.blocks : [];
          assert.deepEqual(blocks, result.blocks.flatMap(kept));
        }
      }),
      { seed: 20_261_128 },
    );
  });
});

/**
 * What comes back of a block: an empty input is an object, hidden reasoning has no kind, and what is
 * said about a text is not sent to a model.
 */
function kept(block: Block): readonly Block[] {
  if (block.type === 'text') {
    const { annotations: _, logprobs: __, ...said } = block;
    return [said];
  }
  if (block.type === 'reasoning' && block.text === '') return [{ ...block, isSummary: true }];
  if (block.type !== 'call') return [block];
  return [{ ...block, input: block.input === '' ? '{}' : block.input }];
}
