import type { ChatRequest } from '@model-gateway/core/chat';
import { didYouMean, isJsonObject, jsonIn, oncePerObject } from '@model-gateway/core/kit';
import { diagnostic } from '../diagnostics.ts';
import { Raw, type AnswerPart } from './answer-parts.ts';
import { schemaProblem } from './fits-schema.ts';
import type { SampleOptions } from './sample/sample-options.ts';
import { sampleOf } from './sample/sample-schema.ts';
import { Unfillable } from './sample/unfillable.ts';

/**
 * Returns the parts of an answer with the samples that `json()` asks for. Throws GW1213 for an
 * answer that the request does not allow, which no provider gives: a tool that is not offered,
 * arguments or JSON that do not fit their schema, text where JSON or a call is asked for.
 */
export async function settleAnswer(
  parts: readonly AnswerPart[],
  request: ChatRequest,
  { unchecked = false, isCut = false, ...options }: SettleOptions,
): Promise<readonly AnswerPart[]> {
  const filled = parts.map((part) =>
    'json' in part && part.json === undefined ? { json: sampleFor(request, options) } : part,
  );
  if (unchecked) return filled;
  for (const part of filled) {
    if ('call' in part) await checkCall(part.call, part.args, request);
    else if ('json' in part) await checkJson(part.json, request);
    else if ('say' in part && !isCut) await checkText(part.say, filled, request);
  }
  checkRequired(filled, request);
  return filled;
}

interface SettleOptions extends SampleOptions {
  /** Whether anything goes. */
  readonly unchecked?: boolean;
  /** Whether text may end in the middle. */
  readonly isCut?: boolean;
}

function sampleFor({ format }: ChatRequest, options: SampleOptions): unknown {
  if (format.kind === 'schema') return sampled(format.schema ?? {}, options);
  if (format.kind === 'json') return {};
  throw misfit(
    'json() without a value samples the schema of the request, which asks for no JSON: give json() a value',
  );
}

/** Throws GW1213 for a schema that is not understood well enough. */
function sampled(schema: object, options: SampleOptions): unknown {
  try {
    return sampleOf(schema, options);
  } catch (error) {
    if (!(error instanceof Unfillable)) throw error;
    throw misfit(`${error.message}: give json() a value`);
  }
}

async function checkCall(name: string, args: unknown, request: ChatRequest): Promise<void> {
  const problem = toolProblem(name, request);
  if (problem !== undefined) throw problem;
  const { parameters } = toolsByName(request.tools).get(name) ?? {};
  if (args instanceof Raw || parameters === undefined) return;
  const misfits = await schemaProblem(parameters, args);
  if (misfits !== undefined) {
    throw misfit(`the arguments of "${name}" do not fit its parameters: ${misfits}`);
  }
}

/** Returns GW1213 for a tool that the request does not let the model call; undefined for others. */
export function toolProblem(name: string, request: Offer): Error | undefined {
  if (isOffered(name, request)) return undefined;
  const names = request.tools.flatMap((tool) => (isOffered(tool.name, request) ? [tool.name] : []));
  const what = names.length === 0 ? 'no tools' : names.join(', ');
  return misfit(
    `the answer calls "${name}", and the request offers ${what}${didYouMean(name, names)}`,
  );
}

type Offer = Pick<ChatRequest, 'tools' | 'toolChoice'>;

/** Whether the request lets the model call a tool. */
export function isOffered(name: string, { tools, toolChoice: { kind, only } }: Offer): boolean {
  if (kind === 'none' || only?.includes(name) === false) return false;
  return toolsByName(tools).has(name);
}

/** Of each name the first of the tools. */
const toolsByName = oncePerObject(
  (tools: Offer['tools']) => new Map(tools.toReversed().map((tool) => [tool.name, tool])),
);

async function checkJson(value: unknown, { format }: ChatRequest): Promise<void> {
  if (format.kind !== 'schema') {
    if (format.kind === 'text' || isJsonObject(value)) return;
    throw misfit('the request asks for a JSON object, and the answer is another value');
  }
  const problem = await schemaProblem(format.schema ?? {}, value);
  if (problem !== undefined) {
    throw misfit(`the answer does not fit the schema "${format.name}": ${problem}`);
  }
}

/** Text where JSON is asked for has to be JSON, unless a call or a refusal comes with it. */
async function checkText(
  text: string,
  parts: readonly AnswerPart[],
  request: ChatRequest,
): Promise<void> {
  if (request.format.kind === 'text') return;
  if (parts.some((part) => 'call' in part || 'refuse' in part)) return;
  const value = jsonIn(text);
  if (value === undefined) {
    throw misfit('the request asks for JSON, and the answer says text: use json()');
  }
  await checkJson(value, request);
}

function checkRequired(parts: readonly AnswerPart[], { toolChoice }: ChatRequest): void {
  if (toolChoice.kind !== 'required') return;
  if (parts.some((part) => 'call' in part || 'refuse' in part)) return;
  throw misfit('the request requires a call of a tool, and the answer has none');
}

function misfit(sentence: string): Error {
  const way = 'Give an answer that the model may give, or the option { unchecked: true }.';
  const end = sentence.endsWith('?') ? '' : '.';
  return diagnostic('GW1213', `${sentence}${end} ${way}`);
}
