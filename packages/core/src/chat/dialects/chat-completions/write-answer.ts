import { addAll } from '../../../add-all.ts';
import type { JsonObject } from '../../../json-value.ts';
import type { ChatResult } from '../../collect-answer.ts';
import type { Block } from '../../../ports/conversation.ts';
import type { AnswerFacts } from '../answer-facts.ts';
import type { WrittenUsage } from '../written-usage.ts';
import { encryptedDetail, reasoningDetails } from './write-reasoning-details.ts';
import { FINISH_REASONS, writeUsage } from './write-usage.ts';

/** Writes a whole answer as the JSON of chat completions. Source: contract §12.5. */
export function writeChatCompletion(
  result: ChatResult,
  facts: AnswerFacts,
  usage: WrittenUsage,
): JsonObject {
  const { blocks, finish, fingerprint = null } = result;
  return {
    id: facts.id,
    object: 'chat.completion',
    created: facts.created,
    model: facts.model,
    provider: facts.provider,
    // Clients refuse an answer without the member.
    system_fingerprint: fingerprint,
    choices: [
      {
        index: 0,
        finish_reason: finish === undefined ? 'error' : FINISH_REASONS[finish.reason],
        native_finish_reason: finish?.raw ?? null,
        logprobs: logprobsOf(blocks),
        message: writeMessage(blocks),
      },
    ],
    usage: writeUsage(usage),
    ...facts.routing?.(),
  };
}

/** Of the tokens of the text and of the refusal; null for what nobody asked for. */
function logprobsOf(blocks: readonly Block[]): JsonObject | null {
  const of = (type: 'text' | 'refusal') => {
    const all = blocks.flatMap((block) => (block.type === type ? (block.logprobs ?? []) : []));
    return all.length === 0 ? null : all;
  };
  const [content, refusal] = [of('text'), of('refusal')];
  return content === null && refusal === null ? null : { content, refusal };
}

function writeMessage(blocks: readonly Block[]): JsonObject {
  const details = detailsOf(blocks);
  const reasoning = textOf(blocks, 'reasoning');
  const annotations: JsonObject[] = [];
  const calls: JsonObject[] = [];
  const images: JsonObject[] = [];
  for (const block of blocks) {
    if (block.type === 'text') addAll(annotations, block.annotations ?? []);
    else if (block.type === 'call' && block.by === 'client') calls.push(writeCall(block));
    else addAll(images, writeImage(block));
  }
  const message: Record<string, unknown> = {
    role: 'assistant',
    content: textOf(blocks, 'text'),
    refusal: textOf(blocks, 'refusal'),
  };
  if (reasoning !== null) message['reasoning'] = reasoning;
  if (details.length > 0) message['reasoning_details'] = details;
  if (calls.length > 0) message['tool_calls'] = calls;
  if (annotations.length > 0) message['annotations'] = annotations;
  if (images.length > 0) message['images'] = images;
  return message;
}

function writeCall(call: Block & { readonly type: 'call' }): JsonObject {
  const { id, name } = call;
  return { id, type: 'function', function: { name, arguments: inputOf(call) } };
}

function detailsOf(blocks: readonly Block[]): readonly JsonObject[] {
  const details: JsonObject[] = [];
  for (const block of blocks) {
    if (block.type === 'reasoning') {
      details.push(...reasoningDetails(block, details.length));
    } else if (block.type === 'call' && block.sealed !== undefined) {
      details.push(encryptedDetail(block.sealed, details.length, block.id));
    }
  }
  return details;
}

function textOf(blocks: readonly Block[], type: 'text' | 'reasoning' | 'refusal'): string | null {
  let text: string | null = null;
  for (const block of blocks) {
    if (block.type === type && block.text !== '') text = (text ?? '') + block.text;
  }
  return text;
}

/** The empty input stands for an object, unless it was cut off; clients parse it. */
function inputOf({ input, isCut }: Block & { readonly type: 'call' }): string {
  return input === '' && isCut !== true ? '{}' : input;
}

/** Writes an image that the model made; nothing for other blocks. */
export function writeImage(block: Block): readonly JsonObject[] {
  if (block.type !== 'media' || block.kind !== 'image') return [];
  const { kind, value } = block.source;
  const url = kind === 'base64' ? `data:${block.mediaType ?? 'image/png'};base64,${value}` : value;
  return [{ type: 'image_url', image_url: { url } }];
}
