import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  CHAT_COMPLETIONS,
  collectAnswer,
  MESSAGES,
  RESPONSES,
  type Block,
  type ChatResult,
  type Dialect,
} from '@model-gateway/core/chat';
import { answers } from './arbitrary-answer.ts';
import { MODEL } from './chat-builders.ts';

/*
 * What a dialect wrote is the same conversation when it comes back in the next turn. What a dialect
 * cannot say is listed with it. Source: contract §12.1, §12.3, §12.5, §13.2, §14.2.
 */

interface Written {
  readonly [member: string]: unknown;
}

/** A dialect, how its answers are sent back, and what is the same in it. */
interface Case {
  readonly dialect: Dialect<never>;
  /** The body of the next turn, with a result for every call. */
  readonly next: (answer: Written, calls: readonly string[]) => object;
  /** Order and kinds that it keeps; everything else is said as in any other. */
  readonly keeps: readonly ('order' | 'refusals' | 'summaries')[];
}

const user = { role: 'user', content: 'Go' };

const CASES: Readonly<Record<string, Case>> = {
  // Text, refusal, reasoning and calls are members of one message, whose order among each other is
  // lost, and neighbours of a kind are one.
  'chat completions': {
    dialect: CHAT_COMPLETIONS,
    next(answer, calls) {
      const [choice] = answer['choices'] as readonly [{ readonly message: Written }];
      const results = calls.map((id) => ({ role: 'tool', tool_call_id: id, content: 'ok' }));
      return { messages: [user, choice.message, ...results] };
    },
    keeps: ['refusals', 'summaries'],
  },
  // A refusal is text, and a summary is thinking like any other.
  messages: {
    dialect: MESSAGES,
    next(answer, calls) {
      const results = calls.map((id) => ({ type: 'tool_result', tool_use_id: id, content: 'ok' }));
      const { content } = answer;
      const turn = { role: 'assistant', content };
      const isSaid = Array.isArray(content) && content.length > 0;
      return {
        max_tokens: 9,
        messages: [
          user,
          ...(isSaid ? [turn] : []),
          ...(results.length > 0 ? [{ role: 'user', content: results }] : []),
        ],
      };
    },
    keeps: ['order'],
  },
  responses: {
    dialect: RESPONSES,
    next(answer, calls) {
      const results = calls.map((id) => ({
        type: 'function_call_output',
        call_id: id,
        output: 'ok',
      }));
      return { input: [user, ...(answer['output'] as readonly object[]), ...results] };
    },
    keeps: ['order', 'refusals', 'summaries'],
  },
};

/** What was said, in the words that a dialect has. */
function said(blocks: readonly Block[], keeps: Case['keeps']): object {
  const told = blocks.flatMap((block): readonly unknown[] => {
    const sealed = block.sealed?.data;
    switch (block.type) {
      case 'text':
        return block.text === '' ? [] : [['text', block.text]];
      case 'refusal':
        return [[keeps.includes('refusals') ? 'refusal' : 'text', block.text]];
      case 'reasoning':
        // Nothing is no summary of anything.
        return [
          [
            'reasoning',
            block.text,
            keeps.includes('summaries') && block.text !== '' && block.isSummary,
            sealed,
          ],
        ];
      case 'call':
        return [['call', block.id, block.name, block.input === '' ? '{}' : block.input, sealed]];
      default:
        return [[block.type]];
    }
  }) as readonly (readonly [string, ...unknown[]])[];
  const kinds = ['text', 'refusal', 'reasoning', 'call'];
  const ordered = keeps.includes('order')
    ? told
    : told.toSorted(([a], [b]) => kinds.indexOf(a) - kinds.indexOf(b));
  // Neighbours of a kind are one text.
  return ordered.reduce<readonly (readonly unknown[])[]>((list, one) => {
    const last = list.at(-1);
    const isText = one[0] === 'text' || one[0] === 'refusal';
    // Only a seal ends reasoning where it has no place of its own.
    const goesOn = !keeps.includes('order') && last?.[3] === undefined && last?.[2] === one[2];
    const isJoined = isText || (one[0] === 'reasoning' && goesOn);
    if (!isJoined || last?.[0] !== one[0]) return [...list, one];
    const [kind, text, ...rest] = one;
    return [...list.slice(0, -1), [kind, `${String(last[1])}${String(text)}`, ...rest]];
  }, []);
}

const FACTS = { id: 'gen-1', created: 1, model: MODEL, provider: 'Acme', now: () => 2 };

for (const [name, { dialect, next, keeps }] of Object.entries(CASES)) {
  describe(`an answer of ${name} that is sent back`, () => {
    it('is read as what was said', async () => {
      await fc.assert(
        fc.asyncProperty(answers, async (parts) => {
          const result: ChatResult = await collectAnswer(
            (async function* () {
              yield parts;
            })(),
          );
          const written = dialect.writeAnswer(result, FACTS, { usage: result.usage ?? {} });
          // A client has it as JSON.
          const answer = JSON.parse(JSON.stringify(written)) as Written;
          const calls = result.blocks.flatMap((one) => (one.type === 'call' ? one.id : []));
          const body = { model: MODEL, ...next(answer, calls) };
          const read = dialect.read(body as never, { headers: {} });
          assert.ok('request' in read, JSON.stringify(read));
          const blocks = read.request.messages
            .filter(({ role }) => role === 'assistant')
            .flatMap((message) => message.blocks);
          assert.deepEqual(said(blocks, keeps), said(result.blocks, keeps));
        }),
        { numRuns: 300, seed: 29 },
      );
    });
  });
}
