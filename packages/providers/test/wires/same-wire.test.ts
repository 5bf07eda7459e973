import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { describe, it } from 'node:test';
import {
  CHAT_COMPLETIONS,
  RESPONSES,
  type Block,
  type ChatPart,
  type ChatRequest,
  type ChatResult,
  type ChatUsage,
  type Sealed,
  type StreamWriter,
} from '@model-gateway/core/chat';
import { filesIn } from './golden.ts';
import { chatBy } from './openai-chat/reading.ts';
import { RESPONSES as ANSWERS } from './openai-responses/reading.ts';
import { unlogged } from './unlogged.ts';
import { collected } from '../../../core/test/chat/collected.ts';

/*
 * A client that speaks its provider's own interface gets an answer that was read and written anew.
 * Read once more, it says the same.
 */

interface Subject {
  readonly folder: string;
  readonly partsOf: (pieces: readonly Uint8Array[]) => readonly ChatPart[];
  readonly createWriter: () => StreamWriter;
  /** False where log probabilities come with the end of their text, where a decoder does not look. */
  readonly hasLogprobs: boolean;
}

const FACTS = { id: 'gen-1-a', created: 1, model: 'acme/quill-1', provider: 'Acme' };
// What of a request the two writers look at.
const REQUEST = { wantsUsage: true } as ChatRequest;

const SUBJECTS: readonly Subject[] = [
  {
    folder: 'openai-chat',
    // One of the recorded servers ends some answers by its mark alone.
    partsOf: chatBy({ isMarkEnough: true }).partsOf,
    createWriter: () => CHAT_COMPLETIONS.createWriter(FACTS, REQUEST),
    hasLogprobs: true,
  },
  {
    folder: 'openai-responses',
    partsOf: ANSWERS.partsOf,
    createWriter: () => RESPONSES.createWriter(FACTS, REQUEST),
    hasLogprobs: false,
  },
];

for (const { folder, partsOf, createWriter, hasLogprobs } of SUBJECTS) {
  describe(`recorded answers of ${folder}, read and written anew`, () => {
    const { streams } = filesIn(new URL(`${folder}/wire/`, import.meta.url));
    for (const [name, recorded] of streams) {
      for (const bytes of [Infinity, 97, 1]) {
        it(`${name}, ${bytes === Infinity ? 'in one read' : `${bytes} bytes a read`}`, () => {
          const parts = partsOf(inPieces(recorded, bytes));
          const writer = createWriter();
          const said = collected(parts);
          const usage = said.usage ?? NOTHING;
          const frames = [
            ...parts.flatMap((part) => writer.write([part])),
            ...writer.end({ usage, cost: 0 }),
          ];
          const again = collected(partsOf([Buffer.from(frames.join(''))]));
          const told = {
            ...said,
            usage,
            ...(!hasLogprobs && { blocks: said.blocks.map(unlogged) }),
          };
          assert.deepEqual(meaningOf(again), meaningOf(told));
        });
      }
    }
  });
}

function inPieces(bytes: Uint8Array, length: number): readonly Uint8Array[] {
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += length) pieces.push(bytes.subarray(at, at + length));
  return pieces;
}

/** What a client understands: an empty input is `{}`, and a packed seal is the one inside. */
function meaningOf({ blocks, finish, usage }: ChatResult) {
  const { costUsd: _, ...counts } = usage ?? NOTHING;
  return { blocks: blocks.map(unpacked), reason: finish?.reason, counts };
}

function unpacked(block: Block): Block {
  if (block.type === 'call' && block.input === '') return { ...block, input: '{}' };
  const text = block.sealed?.data['encrypted_content'];
  if (typeof text !== 'string' || !text.startsWith(PACKED)) return block;
  // Contract §12.3: the issuer and its data, in one text.
  const json = Buffer.from(text.slice(PACKED.length), 'base64url').toString();
  const [issuer, data] = JSON.parse(json) as [string, Sealed['data']];
  return { ...block, sealed: { issuer, data } };
}

const PACKED = 'mg1.';
const NOTHING: ChatUsage = { inputTokens: 0, outputTokens: 0 };
