import type { ChatRequest, ChatTool } from '@model-gateway/core/chat';
import { call, type AnswerPart, type ChatAnswer } from './answer-parts.ts';
import { checkAnswer } from './check-step.ts';
import { lastIn, resultsIn, toConversation, type Conversation } from './conversation.ts';
import type { SampleOptions } from './sample/sample-options.ts';
import { sampleOf } from './sample/sample-schema.ts';

/**
 * What a model answers where no rule does. `echo`: what it has to, and else what the user said;
 * `tools`: calls each tool that is offered once, before that; `lorem`: the same text each time;
 * `fail`: an error that says which rule to write, and the test fails.
 */
export const UNSCRIPTED = ['echo', 'tools', 'lorem', 'fail'] as const;

/** Answers a conversation that no rule answers. */
export type DefaultAnswer = (conversation: Conversation) => ChatAnswer | Promise<ChatAnswer>;

/** One of the named answers, or a function of the conversation. */
export type Unscripted = (typeof UNSCRIPTED)[number] | DefaultAnswer;

/** Returns the parts that a model answers with by default. The same request has the same answer. */
export async function defaultAnswer(
  unscripted: Unscripted,
  request: ChatRequest,
  options: SampleOptions,
): Promise<ChatAnswer> {
  if (typeof unscripted === 'function') {
    const answer = await unscripted(toConversation(request));
    checkAnswer('the function of unscripted must return', answer);
    return answer;
  }
  const required = requiredTool(request);
  if (required !== undefined) return [sampleCall(required, options)];
  const results = resultsIn(request);
  const hasResults = Object.keys(results).length > 0;
  if (unscripted === 'tools' && request.toolChoice.kind !== 'none' && !hasResults) {
    const calls = request.tools.map((tool) => sampleCall(tool, options));
    if (calls.length > 0) return calls;
  }
  const { format } = request;
  if (format.kind === 'schema') return [{ json: sampleOf(format.schema ?? {}, options) }];
  if (format.kind === 'json') return [{ json: { echo: lastIn(request) } }];
  if (hasResults) return summed(request, results);
  return unscripted === 'lorem' ? LOREM : `Echo: ${lastIn(request)}`;
}

// cspell:disable
const LOREM =
  'Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut ' +
  'labore et dolore magna aliqua. Ut enim ad minim veniam, quis nostrud exercitation.';
// cspell:enable

function requiredTool({ tools, toolChoice }: ChatRequest): ChatTool | undefined {
  const { kind, only } = toolChoice;
  if (kind !== 'required') return undefined;
  return tools.find(({ name }) => only === undefined || only.includes(name));
}

function sampleCall({ name, parameters }: ChatTool, options: SampleOptions): AnswerPart {
  return call(name, parameters === undefined ? {} : sampleOf(parameters, options));
}

/** `weather said: rain`, a line for each result since the user spoke, in the order of the calls. */
function summed({ messages }: ChatRequest, results: Conversation['results']): string {
  const calls = messages.flatMap(({ blocks }) =>
    blocks.flatMap((block) =>
      block.type === 'call' && Object.hasOwn(results, block.id) ? [block] : [],
    ),
  );
  return calls.map(({ id, name }) => `${name} said: ${results[id]}`).join('\n');
}
