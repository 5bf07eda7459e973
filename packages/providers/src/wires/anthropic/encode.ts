import type { Block, ChatRequest, Sampling } from '@model-gateway/core/chat';
import { isJsonObject, present, type JsonObject } from '@model-gateway/core/kit';
import type { Warn } from '../../chat/chat-call.ts';
import { NameMap } from '../common/name-map.ts';
import { NineIds } from '../common/nine-ids.ts';
import type { ClaudeRules } from './claude-rules.ts';
import { closedSchema } from './closed-schema.ts';
import { encodeThinking } from './encode-thinking.ts';
import { encodeTools } from './encode-tools.ts';
import { encodeTurns } from '../common/encode-turns.ts';
import { assistantBlock, userBlock } from './encode-blocks.ts';

/** What a request says beside the conversation. */
export interface EncodeOptions {
  /** The provider's own name of the model; undefined where the address names it. */
  readonly upstream: string | undefined;
  readonly rules: ClaudeRules;
  /** The most tokens of an answer, which a request has to state. */
  readonly maxOutput: number;
  /** A pseudonym of the end user. */
  readonly user: string | undefined;
  /** Merged last. */
  readonly options: JsonObject;
  /** The names of tools that the answer will use. */
  readonly names?: NameMap;
  /** Called with what is not sent as it was asked for. */
  readonly warn?: Warn;
}

/** As long as Anthropic takes names of tools, and as ids of calls have to look. */
export const LONGEST_NAME = 128;
const CALL_ID = /^[A-Za-z0-9_-]{1,128}$/;

/** Members that cost more than the price of the model says. */
const DEARER: ReadonlySet<string> = new Set(['speed', 'inference_geo']);

/**
 * Returns the body of `POST /messages` for a conversation that fits the endpoint. What a client of
 * this same wire says that the gateway does not know goes on as written. Throws `parameter` for
 * content that Anthropic cannot be sent. Source: contract §12.16.
 */
export function encodeMessageRequest(request: ChatRequest, settings: EncodeOptions): JsonObject {
  const { upstream, rules, maxOutput, user, options, names, warn = () => {} } = settings;
  const { maxOutputTokens: maxTokens = maxOutput, stream } = request;
  const known = names ?? new NameMap(LONGEST_NAME);
  const isOwnDialect = request.dialect === 'anthropic-messages';
  const { output_config: output, ...extras } = extrasOf(request, isOwnDialect, warn);
  const context = { names: known, ids: new NineIds(CALL_ID), isOwnDialect };
  const blocks = {
    user: (block: Block) => userBlock(block, context),
    assistant: (block: Block) => assistantBlock(block, context),
  };
  const { system, messages } = encodeTurns(request, blocks, rules);
  const { thinking, effort } = encodeThinking(request, { rules, maxTokens, warn });
  const format = formatOf(request, warn);
  const outputConfig = { ...(isJsonObject(output) && output), ...present({ effort, format }) };
  const isThinking = thinking !== undefined && thinking.type !== rules.off;
  return {
    ...extras,
    ...present({
      model: upstream,
      max_tokens: maxTokens,
      system: system.length === 0 ? undefined : system,
      messages,
      ...encodeTools(request, known, warn),
      ...samplingOf(request.sampling, isThinking, warn),
      stop_sequences: stopOf(request, warn),
      thinking,
      output_config: Object.keys(outputConfig).length === 0 ? undefined : outputConfig,
      metadata: user === undefined ? undefined : { user_id: user },
      stream: stream || undefined,
    }),
    ...options,
  };
}

/** Of another dialect only what means the same in this wire. */
function extrasOf({ extras }: ChatRequest, isOwnDialect: boolean, warn: Warn): JsonObject {
  if (!isOwnDialect) return present({ cache_control: extras['cache_control'] });
  const dear = Object.keys(extras).filter((name) => DEARER.has(name));
  for (const name of dear) warn(name, 'ignored');
  if (dear.length === 0) return extras;
  return Object.fromEntries(Object.entries(extras).filter(([name]) => !DEARER.has(name)));
}

/** It takes one of temperature and `top_p`, the former up to 1, and none while it thinks. */
function samplingOf(
  { temperature, topP, topK }: Sampling,
  isThinking: boolean,
  warn: Warn,
): JsonObject {
  const given = present({ temperature, top_p: topP, top_k: topK });
  if (isThinking) {
    for (const name of Object.keys(given)) warn(name, 'ignored');
    return {};
  }
  if (temperature === undefined) return given;
  if (topP !== undefined) warn('top_p', 'ignored');
  if (temperature > 1) warn('temperature', 'clamped:1');
  return present({ temperature: Math.min(temperature, 1), top_k: topK });
}

/** Anthropic refuses texts of blanks alone. */
function stopOf({ stop }: ChatRequest, warn: Warn): readonly string[] | undefined {
  const visible = stop.filter((text) => text.trim() !== '');
  if (visible.length < stop.length) warn('stop', 'ignored');
  return visible.length === 0 ? undefined : visible;
}

function formatOf({ format, dialect }: ChatRequest, warn: Warn): object | undefined {
  if (format.kind !== 'schema') return undefined;
  const { schema = {} } = format;
  const isOwn = dialect === 'anthropic-messages';
  return {
    type: 'json_schema',
    schema: isOwn ? schema : closedSchema(schema, 'response_format.schema', warn),
  };
}
