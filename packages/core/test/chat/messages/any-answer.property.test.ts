import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createPartCheck, readMessage, writeMessage, type Block } from '@model-gateway/core/chat';
import fc from 'fast-check';
import * as v from 'valibot';
import { MessageSchema } from '../../../src/resources/message.ts';
import { answers, ISSUER } from '../arbitrary-answer.ts';
import { rejoin } from './events.ts';
import { collected } from '../collected.ts';
import { facts, usage, written } from './written.ts';

describe('any answer in messages', () => {
  it('reads the same streamed as whole', () => {
    fc.assert(
      fc.property(answers, fc.integer({ min: 1, max: 5 }), (parts, size) => {
        const check = createPartCheck(ISSUER);
        const checked = parts.map((part) => check.check(part));
        const events = written(checked, size);
        const whole = JSON.parse(JSON.stringify(writeMessage(collected(checked), facts, usage)));
        assert.ok(v.is(MessageSchema, whole));
        const streamed = rejoin(events);
        // The whole answer leaves calls out that were cut off.
        const reason = whole.stop_reason;
        if (reason !== 'max_tokens' && reason !== 'refusal')
          assert.deepEqual(streamed, whole.content);
        assert.deepEqual(events.at(-2)?.usage, whole.usage);
        assert.equal(events.at(-2)?.delta?.['stop_reason'], reason);
      }),
      { seed: 20_261_128 },
    );
  });

  it('comes back as the same turn when a client replays the message', () => {
    fc.assert(
      fc.property(answers, (parts) => {
        const result = collected(parts);
        const { content } = JSON.parse(JSON.stringify(writeMessage(result, facts, usage)));
        const body = { model: 'm', messages: [{ role: 'assistant' as const, content }] };
        const read = readMessage(body, { headers: {} });
        assert.ok('request' in read);
        assert.deepEqual(read.request.messages[0]?.blocks, result.blocks.flatMap(kept));
      }),
      { seed: 20_261_128 },
    );
  });
});

/** What the dialect can say of a block. */
function kept(block: Block): readonly Block[] {
  switch (block.type) {
    case 'text':
      return block.text === '' ? [] : [{ type: 'text', text: block.text }];
    case 'refusal':
      return block.text === '' ? [] : [{ type: 'text', text: block.text }];
    case 'reasoning':
      // The dialect knows no summaries.
      return block.text === '' && block.sealed === undefined
        ? []
        : [{ ...block, isSummary: false }];
    case 'call': {
      if (block.by === 'provider') return [];
      try {
        return [{ ...block, input: JSON.stringify(JSON.parse(block.input || '{}')) }];
      } catch {
        return [];
      }
    }
    default:
      return [];
  }
}
