import { Buffer } from 'node:buffer';
import { fakeClaude, sealOf } from '../anthropic/fake-claude.ts';
import { fillSchema } from '../demo/fill-schema.ts';
import { awsEvent } from '../fakes/aws-frames.ts';
import { json, type FakeReply } from '../fakes/fake-message.ts';
import { defineFake, post } from '../fakes/fake-provider.ts';
import { inputFor } from '../fakes/openai-chat.ts';
import { bearerOf } from '../fakes/openai-shaped.ts';
import { lastWords, piecesOf, THOUGHT, upTo } from '../fakes/said.ts';
import { fieldsOf, listOf, type Fields } from '../http/fields.ts';
import { hiddenFor, refusalOfConverse, refuseConverse } from './fake-refusals.ts';
import { signerOf } from './fake-signature.ts';

const KNOWN = /^(?:[a-z]+\.)?(?:anthropic\.claude|amazon\.nova)-/;

const ROUTE = post(
  '/model/([^/]+)/(converse|converse-stream)',
  (request, [, id = '', operation]) => {
    const model = decodeURIComponent(id);
    const body = request.json();
    if (!KNOWN.test(model)) {
      return refuseConverse('The provided model identifier is invalid.');
    }
    const refusal = refusalOfConverse(body, model);
    if (refusal !== undefined) return refusal;
    const answered = contentOf(body, model);
    return operation === 'converse' ? whole(answered) : streamed(answered);
  },
);

interface Answered {
  readonly content: readonly Fields[];
  /** Whether it ends at the limit of tokens. */
  readonly isCut: boolean;
}

function endOf({ content, isCut }: Answered) {
  const thought = content.some((block) => block['reasoningContent'] !== undefined) ? 2 : 0;
  const usage = {
    inputTokens: 5,
    cacheReadInputTokens: 4,
    cacheWriteInputTokens: 0,
    outputTokens: 5 + thought,
    totalTokens: 14 + thought,
  };
  const called = content.some((block) => block['toolUse'] !== undefined);
  const stopReason = called ? 'tool_use' : isCut ? 'max_tokens' : 'end_turn';
  return { stopReason, usage, metrics: { latencyMs: 1 } };
}

function whole(answered: Answered): FakeReply {
  const message = { role: 'assistant', content: answered.content };
  return json({ output: { message }, ...endOf(answered) });
}

function streamed(answered: Answered): FakeReply {
  const { stopReason, usage, metrics } = endOf(answered);
  const frames = [
    awsEvent('messageStart', { role: 'assistant', p: 'abc' }),
    ...answered.content.flatMap((block, contentBlockIndex) => framesOf(block, contentBlockIndex)),
    awsEvent('messageStop', { stopReason, p: 'abcd' }),
    awsEvent('metadata', { usage, metrics, p: 'ab' }),
  ];
  const headers = { 'content-type': 'application/vnd.amazon.eventstream' };
  return { headers, body: Buffer.concat(frames) };
}

/** Only a call has a start; the blocks of a text begin with what they say. */
function framesOf(block: Fields, contentBlockIndex: number): readonly Buffer[] {
  const delta = (said: object) =>
    awsEvent('contentBlockDelta', { contentBlockIndex, delta: said, p: 'abcdef' });
  const { text, toolUse, reasoningContent } = block;
  const { reasoningText, redactedContent } = fieldsOf(reasoningContent);
  const { text: thought, signature } = fieldsOf(reasoningText);
  const { input, ...start } = fieldsOf(toolUse);
  const frames = [
    ...(toolUse
      ? [awsEvent('contentBlockStart', { contentBlockIndex, start: { toolUse: start } })]
      : []),
    ...(toolUse
      ? piecesOf(JSON.stringify(input)).map((piece) => delta({ toolUse: { input: piece } }))
      : []),
    ...piecesOf(text).map((piece) => delta({ text: piece })),
    ...piecesOf(thought).map((piece) => delta({ reasoningContent: { text: piece } })),
    ...(signature ? [delta({ reasoningContent: { signature } })] : []),
    ...(redactedContent ? [delta({ reasoningContent: { redactedContent } })] : []),
  ];
  return [...frames, awsEvent('contentBlockStop', { contentBlockIndex })];
}

function contentOf(body: Fields, model: string): Answered {
  const { thinking } = fieldsOf(body['additionalModelRequestFields']);
  const { type, display = 'omitted' } = fieldsOf(thinking);
  const isAsked = type === 'enabled' || type === 'adaptive';
  const thinks = isAsked || (type === undefined && fakeClaude(model)?.thinksUnasked === true);
  const text = type === 'enabled' || display === 'summarized' ? THOUGHT : '';
  const words = lastWords(body['messages']);
  const thought = { reasoningText: { text, signature: sealOf(model, text) } };
  const redacted = /redact/i.test(words) ? [{ redactedContent: hiddenFor(model) }] : [];
  const reasoning = thinks ? [thought, ...redacted] : [];
  const { content, isCut } = saidTo(body, words);
  return {
    content: [...reasoning.map((reasoningContent) => ({ reasoningContent })), ...content],
    isCut,
  };
}

function saidTo(body: Fields, words: string): Answered {
  const { tools, toolChoice } = fieldsOf(body['toolConfig']);
  const { any, tool } = fieldsOf(toolChoice);
  const specs = listOf(tools).flatMap(({ toolSpec }) => (toolSpec ? [fieldsOf(toolSpec)] : []));
  const named = fieldsOf(tool)['name'];
  const called = any ? specs.slice(0, 2) : specs.filter(({ name }) => name === named);
  if (called.length > 0) {
    const content = called.map(({ name, inputSchema }, position) => {
      const input: unknown = JSON.parse(inputFor(fieldsOf(inputSchema)['json']));
      return { toolUse: { toolUseId: `tooluse_fake_${position}`, name, input } };
    });
    return { content, isCut: false };
  }
  const { structure } = fieldsOf(fieldsOf(body['outputConfig'])['textFormat']);
  const { schema } = fieldsOf(fieldsOf(structure)['jsonSchema']);
  const parsed: unknown = typeof schema === 'string' ? JSON.parse(schema) : undefined;
  const said = parsed ? JSON.stringify(fillSchema(fieldsOf(parsed))) : `You said: ${words}`;
  const { text, isCut } = upTo(fieldsOf(body['inferenceConfig'])['maxTokens'], said);
  return { content: [{ text }], isCut };
}

/**
 * Starts a fake of Amazon Bedrock's Converse, whole and as an event stream. It takes a key of Bedrock,
 * or a signature of the whole request by the secret `fake-secret`, which `apiKey` then ends with
 * (`AKIAFAKE:fake-secret`). It echoes the last words of the user, calls the tools that it has to, fills
 * schemas, ends texts, but no calls, at the limit of tokens, and thinks and signs as models of Anthropic do. It checks names of members and blocks, that
 * roles alternate and results answer calls, names and ids. It does not check media, sizes, guardrails,
 * the age of a signature, or what models of others than Anthropic take beside.
 */
export const startFakeBedrock = defineFake({
  basePath: '',
  keyTest: '/foundation-models',
  routes: () => [ROUTE],
  keyOf: (request) => signerOf(request) ?? bearerOf(request),
  unauthorized: refuseConverse(
    'The security token included in the request is invalid.',
    403,
    'UnrecognizedClientException',
  ),
  notFound: refuseConverse(
    'Unable to determine service/operation name to be authorized',
    404,
    'UnknownOperationException',
  ),
});
