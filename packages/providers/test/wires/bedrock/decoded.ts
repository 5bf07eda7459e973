import {
  AnswerCollector,
  createPartCheck,
  type ChatPart,
  type ChatResult,
} from '@model-gateway/core/chat';
import { ConverseDecoder } from '../../../src/wires/bedrock/decode.ts';
import { awsMessage } from '../../chat/frames.ts';

/** Who signs the thinking of these answers. */
export const ISSUER = 'bedrock-converse@test/claude';

export const aDecoder = () => new ConverseDecoder({ issuer: ISSUER, nameOf: (name) => name });

/** Decodes a stream in pieces, every part checked against the grammar. */
export function resultOf(pieces: readonly Uint8Array[]): ChatResult {
  const decoder = aDecoder();
  return collected([...pieces.flatMap((piece) => decoder.push(piece)), ...decoder.end()]);
}

/** Decodes an answer in JSON. */
export function wholeResultOf(answer: object): ChatResult {
  return collected(aDecoder().whole(JSON.stringify(answer)));
}

/** Frames events, each with its type, as AWS does. */
export function streamOf(events: readonly (readonly [type: string, payload: object])[]): Buffer {
  return Buffer.concat(
    events.map(([type, payload]) =>
      awsMessage({ ':message-type': 'event', ':event-type': type }, payload),
    ),
  );
}

function collected(parts: readonly ChatPart[]): ChatResult {
  const check = createPartCheck(ISSUER);
  const collector = new AnswerCollector();
  for (const part of parts) collector.add(check.check(part));
  check.end();
  return collector.result();
}
