import type { Block, ChatRequest, ChatTool } from '@model-gateway/core/chat';
import { isJsonObject, present, type JsonObject } from '@model-gateway/core/kit';
import type { Warn } from '../../chat/chat-call.ts';
import { claudeRules } from '../anthropic/claude-rules.ts';
import { closedSchema } from '../anthropic/closed-schema.ts';
import { encodeThinking } from '../anthropic/encode-thinking.ts';
import { effortFor } from '../common/effort.ts';
import { encodeTurns } from '../common/encode-turns.ts';
import { NameMap } from '../common/name-map.ts';
import { NINE, NineIds } from '../common/nine-ids.ts';
import { assistantBlock, cachePoint, userBlock, type BlockContext } from './encode-blocks.ts';

/** What a request says beside the conversation. */
export interface EncodeOptions {
  /** The provider's own name of the model, which says who made it. */
  readonly upstream: string;
  /** The most tokens of an answer, which models of Anthropic have to be told. */
  readonly maxOutput: number;
  /** Merged last. */
  readonly options: JsonObject;
  /** The names of tools that the answer will use. */
  readonly names?: NameMap;
  /** Called with what is not sent as it was asked for. */
  readonly warn?: Warn;
}

const CALL_ID = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * Returns the body of `converse` and `converse-stream` for a conversation that fits the endpoint.
 * Throws `parameter` for content that Bedrock cannot be sent. Source: contract §12.17.
 */
export function encodeConverse(
  request: ChatRequest,
  { upstream, maxOutput, options, names = new NameMap(), warn = () => {} }: EncodeOptions,
): JsonObject {
  const { sampling, maxOutputTokens: maxTokens = maxOutput } = request;
  const isClaude = upstream.includes('anthropic.');
  const context: BlockContext = {
    names,
    ids: new NineIds(upstream.includes('mistral.') ? NINE : CALL_ID),
    hasCache: isClaude || upstream.includes('amazon.nova'),
  };
  const blocks = {
    user: (block: Block) => userBlock(block, context),
    assistant: (block: Block) => assistantBlock(block, context),
  };
  const { system, messages } = encodeTurns(request, blocks, { systemAnywhere: false });
  const more = isClaude
    ? claudeFields(request, { upstream, maxTokens, warn })
    : fieldsOfOthers(request, upstream);
  const isThinking = isJsonObject(more['thinking']) && more['thinking']['type'] !== 'disabled';
  const stop = request.stop.filter((text) => text.trim() !== '');
  if (stop.length < request.stop.length) warn('stop', 'ignored');
  const { temperature, topP } = isThinking ? {} : sampling;
  return {
    ...present({
      system: system.length === 0 ? undefined : system,
      messages,
      inferenceConfig: present({
        maxTokens,
        temperature: temperature === undefined ? undefined : Math.min(temperature, 1),
        // Models of Anthropic take one of the two.
        topP: isClaude && temperature !== undefined ? undefined : topP,
        stopSequences: stop.length === 0 ? undefined : stop,
      }),
      toolConfig: toolConfigOf(request, context, warn),
      outputConfig: outputConfigOf(request, warn),
      additionalModelRequestFields: Object.keys(more).length === 0 ? undefined : more,
    }),
    ...options,
  };
}

function claudeFields(
  request: ChatRequest,
  {
    upstream,
    maxTokens,
    warn,
  }: { readonly upstream: string; readonly maxTokens: number; readonly warn: Warn },
): JsonObject {
  const { thinking, effort } = encodeThinking(request, {
    rules: claudeRules(upstream),
    maxTokens,
    warn,
  });
  const { topK } = request.sampling;
  return present({
    thinking,
    output_config: effort === undefined ? undefined : { effort },
    top_k: thinking === undefined ? topK : undefined,
  });
}

/** Amazon's and OpenAI's models are told an effort, each in their own way. */
function fieldsOfOthers(
  { reasoning, sampling, maxOutputTokens }: ChatRequest,
  upstream: string,
): JsonObject {
  const isNova = upstream.includes('amazon.nova');
  const { topK } = sampling;
  const shape = isNova && topK !== undefined ? { inferenceConfig: { topK } } : {};
  if (reasoning === undefined) return shape;
  const effort = effortFor(reasoning, maxOutputTokens) ?? 'medium';
  if (upstream.includes('openai.')) return { reasoning_effort: effort };
  const type = effort === 'none' ? 'disabled' : 'enabled';
  const config = { type, ...(effort !== 'none' && { maxReasoningEffort: effort }) };
  return isNova ? { ...shape, reasoningConfig: config } : shape;
}

/** A conversation with calls needs tools, and none can be forbidden: then only their names are told. */
function toolConfigOf(
  { tools, toolChoice, messages, dialect }: ChatRequest,
  context: BlockContext,
  warn: Warn,
): JsonObject | undefined {
  const { kind, only = [] } = toolChoice;
  const { names } = context;
  const wanted = new Set(only);
  const isOffered = ({ name }: ChatTool) => wanted.size === 0 || wanted.has(name);
  const offered = kind === 'none' ? [] : tools.filter(isOffered);
  if (offered.length > 0) {
    const [single] = only;
    return {
      tools: offered.flatMap((tool) => toolOf(tool, dialect, context, warn)),
      ...(kind === 'required' && {
        toolChoice:
          only.length === 1 && single !== undefined
            ? { tool: { name: names.toWire(single) } }
            : { any: {} },
      }),
    };
  }
  const called = messages.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.type === 'call' ? [names.toWire(block.name)] : [])),
  );
  if (called.length === 0) return undefined;
  const schema = { json: { type: 'object' } };
  return {
    tools: [...new Set(called)].map((name) => ({ toolSpec: { name, inputSchema: schema } })),
  };
}

function toolOf(
  { name, description, parameters = {}, strict, cache }: ChatTool,
  dialect: ChatRequest['dialect'],
  context: BlockContext,
  warn: Warn,
): readonly JsonObject[] {
  const schema =
    strict === true && dialect !== 'anthropic-messages'
      ? closedSchema(parameters, `tools.${name}`, warn)
      : parameters;
  const toolSpec = present({
    name: context.names.toWire(name),
    // It refuses an empty one, which OpenAI's client sends for a tool that has none.
    description: description === '' ? undefined : description,
    inputSchema: { json: { type: 'object', ...schema } },
    strict: strict === true ? strict : undefined,
  });
  return [{ toolSpec }, ...cachePoint(cache, context)];
}

/** The interface takes the schema as a text. */
function outputConfigOf({ format }: ChatRequest, warn: Warn): JsonObject | undefined {
  if (format.kind !== 'schema') return undefined;
  const { name, description, schema = {} } = format;
  const closed = closedSchema(schema, 'response_format.schema', warn);
  const jsonSchema = present({ name, description, schema: JSON.stringify(closed) });
  return { textFormat: { type: 'json_schema', structure: { jsonSchema } } };
}
