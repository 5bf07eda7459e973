import { ProviderFailure } from '@model-gateway/core';
import type { ChatRequest } from '@model-gateway/core/chat';
import { present, type JsonObject } from '@model-gateway/core/kit';
import { NameMap } from '../common/name-map.ts';
import { encodeContents } from './encode-contents.ts';
import { encodeThinking } from './encode-thinking.ts';
import type { GeminiRules } from './gemini-rules.ts';
import { toGeminiSchema } from './schema.ts';

/** What a request says beside the conversation. */
export interface EncodeOptions {
  /** Options of the request for this provider: members of `generationConfig`, except those of `BESIDE`. */
  readonly options: JsonObject;
  readonly rules: GeminiRules;
  /** Called with a part of a parameter that the wire has no word for. */
  readonly ignore?: (parameter: string) => void;
  /** The names of tools that the answer will use. */
  readonly names?: NameMap;
}

/** Returns names of functions as Google takes them. */
export function functionNames(): NameMap {
  return new NameMap(64, /^[A-Za-z_]/);
}

/** Options that stand beside `generationConfig`. */
const BESIDE: ReadonlySet<string> = new Set([
  'safetySettings',
  'cachedContent',
  'labels',
  'serviceTier',
]);

/** Seeds are 32-bit integers. */
const SEEDS = 2 ** 31;

/**
 * Returns the body of `generateContent`, whole and streamed, for a conversation that fits the
 * endpoint. Throws `parameter` for content that the interface has no place for. Source: contract
 * §12.18.
 */
export function encodeGeminiRequest(
  request: ChatRequest,
  { options, rules, ignore = () => {}, names = functionNames() }: EncodeOptions,
): JsonObject {
  const { sampling, stop, maxOutputTokens } = request;
  const own = Object.entries(options);
  const generationConfig = {
    ...present({
      maxOutputTokens,
      temperature: sampling.temperature,
      topP: sampling.topP,
      topK: sampling.topK,
      frequencyPenalty: sampling.frequencyPenalty,
      presencePenalty: sampling.presencePenalty,
      seed: sampling.seed === undefined ? undefined : sampling.seed % SEEDS,
      stopSequences: stop.length === 0 ? undefined : stop,
      ...formatOf(request, rules, ignore),
      thinkingConfig: encodeThinking(request, rules),
    }),
    ...Object.fromEntries(own.filter(([name]) => !BESIDE.has(name))),
  };
  return present({
    ...encodeContents(request, names, rules),
    ...toolsOf(request, names, ignore),
    generationConfig: Object.keys(generationConfig).length === 0 ? undefined : generationConfig,
    ...Object.fromEntries(own.filter(([name]) => BESIDE.has(name))),
  });
}

function toolsOf(
  { tools, toolChoice }: ChatRequest,
  names: NameMap,
  ignore: (parameter: string) => void,
): object {
  if (tools.length === 0) return {};
  const dropped = new Set<string>();
  const functionDeclarations = tools.map(({ name, description, parameters }) => {
    const fitted = parameters === undefined ? undefined : toGeminiSchema(parameters);
    for (const keyword of fitted?.dropped ?? []) dropped.add(keyword);
    return present({
      name: names.toWire(name),
      // It has to be there.
      description: description ?? '',
      parametersJsonSchema: fitted && { type: 'object', ...fitted.schema },
    });
  });
  for (const keyword of dropped) ignore(`tools.parameters.${keyword}`);
  const { kind, only = [] } = toolChoice;
  const isStrict = tools.some(({ strict }) => strict === true);
  const mode = MODES[kind] ?? (isStrict || only.length > 0 ? 'VALIDATED' : undefined);
  const allowedFunctionNames =
    only.length > 0 && kind !== 'none' ? only.map((name) => names.toWire(name)) : undefined;
  return present({
    tools: [{ functionDeclarations }],
    toolConfig:
      mode === undefined
        ? undefined
        : { functionCallingConfig: present({ mode, allowedFunctionNames }) },
  });
}

const MODES: Readonly<Partial<Record<ChatRequest['toolChoice']['kind'], string>>> = {
  none: 'NONE',
  required: 'ANY',
};

/** A forced call leaves no text that could have a form, and both at once are refused. */
function formatOf(
  { format, tools, toolChoice }: ChatRequest,
  { isModern }: GeminiRules,
  ignore: (parameter: string) => void,
): object {
  if (format.kind === 'text' || (tools.length > 0 && toolChoice.kind === 'required')) return {};
  if (tools.length > 0 && !isModern) {
    throw new ProviderFailure('parameter', 'the model gives no JSON where it has tools');
  }
  const responseMimeType = 'application/json';
  if (format.kind !== 'schema' || format.schema === undefined) return { responseMimeType };
  const { schema, dropped } = toGeminiSchema(format.schema);
  for (const keyword of dropped) ignore(`response_format.schema.${keyword}`);
  return { responseMimeType, responseJsonSchema: schema };
}
