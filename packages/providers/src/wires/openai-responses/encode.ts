import type { ChatRequest, ChatTool } from '@model-gateway/core/chat';
import { isJsonObject, present, type JsonObject } from '@model-gateway/core/kit';
import { effortFor } from '../common/effort.ts';
import { NameMap } from '../common/name-map.ts';
import { encodeItems } from './encode-items.ts';

/** What a request says beside the conversation. */
export interface EncodeOptions {
  /** The provider's own name of the model. */
  readonly upstream: string;
  /** A pseudonym of the end user. */
  readonly user: string | undefined;
  /** Merged last. */
  readonly options: JsonObject;
  /** Whether the model reasons, and so has reasoning to be asked for. */
  readonly reasons: boolean;
  /** The names of tools that the answer will use. */
  readonly names?: NameMap;
}

/** The interface refuses a lower limit. */
export const LEAST_OUTPUT = 16;

/**
 * Returns the body of `POST /responses` for a conversation that fits the endpoint. It asks the
 * provider to keep nothing, and for reasoning in a form that the next turn can bring back. Throws
 * `parameter` for content that the interface has no place for. Source: contract §12.1.
 */
export function encodeResponseRequest(
  request: ChatRequest,
  { upstream, user, options, reasons, names = new NameMap() }: EncodeOptions,
): JsonObject {
  const { sampling, stream, maxOutputTokens } = request;
  const { text, ...extras } = request.dialect === 'openai-responses' ? request.extras : {};
  return {
    ...extras,
    ...present({
      model: upstream,
      input: encodeItems(request, names),
      ...toolsOf(request, names),
      max_output_tokens: maxOutputTokens && Math.max(maxOutputTokens, LEAST_OUTPUT),
      temperature: sampling.temperature,
      top_p: sampling.topP,
      top_logprobs: sampling.logprobs === true ? sampling.topLogprobs : undefined,
      text: textOf(request, text),
      reasoning: reasoningOf(request),
      include: includeOf(request, reasons),
      safety_identifier: user,
      ...(stream && { stream, stream_options: { include_obfuscation: false } }),
    }),
    store: false,
    ...options,
  };
}

function includeOf({ sampling }: ChatRequest, reasons: boolean): readonly string[] | undefined {
  const include = [
    ...(reasons ? ['reasoning.encrypted_content'] : []),
    ...(sampling.logprobs === true ? ['message.output_text.logprobs'] : []),
  ];
  return include.length === 0 ? undefined : include;
}

function toolsOf(request: ChatRequest, names: NameMap): object {
  const { tools, hostedTools = [], parallelCalls } = request;
  if (tools.length + hostedTools.length === 0) return {};
  return {
    tools: [...tools.map((tool) => toolOf(tool, names)), ...hostedTools.map(({ value }) => value)],
    tool_choice: choiceOf(request, names),
    parallel_tool_calls: parallelCalls,
  };
}

function toolOf(
  { name, description, parameters, strict, freeform, extras }: ChatTool,
  names: NameMap,
): JsonObject {
  const common = { ...extras, ...present({ name: names.toWire(name), description }) };
  if (freeform !== undefined) return { ...common, type: 'custom', ...freeform };
  // The interface is strict unless told otherwise, and wants an object even for no arguments.
  return { ...common, type: 'function', parameters: parameters ?? EMPTY, strict: strict ?? false };
}

const EMPTY = { type: 'object', properties: {} };

function choiceOf(
  { tools, toolChoice: { kind, only = [] } }: ChatRequest,
  names: NameMap,
): unknown {
  if (only.length === 0) return kind === 'auto' ? undefined : kind;
  const offered = new Map(tools.map((tool) => [tool.name, tool]));
  const named = only.map((name) => {
    const tool = offered.get(name);
    // A tool that only this wire has is chosen by its type.
    if (tool === undefined) return { type: name };
    return { type: tool.freeform ? 'custom' : 'function', name: names.toWire(name) };
  });
  if (kind === 'required' && named.length === 1) return named[0];
  return { type: 'allowed_tools', mode: kind === 'required' ? kind : 'auto', tools: named };
}

function textOf({ format }: ChatRequest, extra: unknown): object | undefined {
  const more = isJsonObject(extra) ? extra : {};
  const written = { ...more, ...present({ format: formatOf(format) }) };
  return Object.keys(written).length === 0 ? undefined : written;
}

function formatOf(format: ChatRequest['format']): object | undefined {
  if (format.kind !== 'schema') {
    return format.kind === 'json' ? { type: 'json_object' } : undefined;
  }
  const { name, description, schema = {}, strict } = format;
  return { type: 'json_schema', name, schema, ...present({ description, strict }) };
}

function reasoningOf({ reasoning, maxOutputTokens }: ChatRequest): object | undefined {
  if (reasoning === undefined) return undefined;
  const { isHidden, summary } = reasoning;
  const effort = effortFor(reasoning, maxOutputTokens);
  const asked = present({ effort, summary: isHidden === true ? undefined : summary });
  return Object.keys(asked).length === 0 ? undefined : asked;
}
