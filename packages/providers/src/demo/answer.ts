import type {
  Block,
  ChatPart,
  ChatRequest,
  ChatTool,
  FinishReason,
} from '@model-gateway/core/chat';
import { fillSchema } from './fill-schema.ts';

/**
 * Returns the answer of the demo, one step for each word: a call of the tool that has to be called or
 * that the user names, a value that fits the schema, or an echo. The same request has the same
 * answer. A word counts as a token.
 */
export function demoAnswer(request: ChatRequest): readonly (readonly ChatPart[])[] {
  const heard = heardIn(request);
  const tool = calledTool(request, heard);
  const said = tool === undefined ? wordsOf(textFor(request, heard)) : [];
  const limit = request.maxOutputTokens ?? said.length;
  const reason: FinishReason =
    tool !== undefined ? 'calls' : said.length > limit ? 'length' : 'stop';
  const spoken = said.slice(0, limit);
  const usage = {
    inputTokens: wordsOf(JSON.stringify(request.messages)).length,
    outputTokens: Math.max(spoken.length, 1),
  };
  return [
    [{ type: 'start', id: 'demo', model: request.model }],
    ...(tool === undefined ? textSteps(spoken) : [callStep(tool, request)]),
    [{ type: 'usage', usage }, { type: 'finish', reason, raw: reason }, { type: 'done' }],
  ];
}

function textSteps(words: readonly string[]): readonly (readonly ChatPart[])[] {
  if (words.length === 0) return [];
  return [
    [{ type: 'open', block: 0, kind: 'text' }],
    ...words.map((text): readonly ChatPart[] => [{ type: 'delta', block: 0, text }]),
    [{ type: 'close', block: 0 }],
  ];
}

function callStep({ name, parameters }: ChatTool, { messages }: ChatRequest): readonly ChatPart[] {
  const text = JSON.stringify(fillSchema(parameters) ?? {});
  // As many calls as there are turns, so that no two of a conversation have one id.
  const id = `call_demo_${messages.length}`;
  return [
    { type: 'open', block: 0, kind: 'call', id, name, by: 'client' },
    { type: 'delta', block: 0, text },
    { type: 'close', block: 0 },
  ];
}

/** The last turn of the user, and whether it is what a tool returned. */
interface Heard {
  readonly text: string;
  readonly isResult: boolean;
}

function heardIn({ messages }: ChatRequest): Heard {
  const blocks = messages.findLast(({ role }) => role === 'user')?.blocks ?? [];
  const results = blocks.flatMap((block) => (block.type === 'result' ? block.blocks : []));
  const isResult = results.length > 0;
  return { text: textIn(isResult ? results : blocks), isResult };
}

function textIn(blocks: readonly Block[]): string {
  return blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join(' ');
}

function calledTool(
  { tools, toolChoice }: ChatRequest,
  { text, isResult }: Heard,
): ChatTool | undefined {
  const { kind, only = tools.map(({ name }) => name) } = toolChoice;
  const callable = tools.filter(({ name }) => only.includes(name));
  if (kind === 'none') return undefined;
  if (kind === 'required') return callable[0];
  return isResult ? undefined : callable.find(({ name }) => text.includes(name));
}

function textFor({ format }: ChatRequest, { text, isResult }: Heard): string {
  if (format.kind === 'schema') return JSON.stringify(fillSchema(format.schema) ?? {});
  if (format.kind === 'json') return '{}';
  return isResult ? `The tool said: ${text}` : `You said: ${text}`;
}

/** Words with the blanks behind them. */
function wordsOf(text: string): readonly string[] {
  return text.match(/\s*\S+\s*/gu) ?? [];
}
