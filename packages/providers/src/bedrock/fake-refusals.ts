import { Buffer } from 'node:buffer';
import { fakeClaude, sealOf } from '../anthropic/fake-claude.ts';
import { json, type FakeReply } from '../fakes/fake-message.ts';
import { fieldsOf, listOf, textOf, type Fields } from '../http/fields.ts';
import { setOf } from '../http/set-of.ts';

/** An error as Bedrock writes it. */
export function refuseConverse(
  message: string,
  status = 400,
  type = 'ValidationException',
): FakeReply {
  return json({ message }, status, { 'x-amzn-errortype': type });
}

const MEMBERS = setOf(
  'messages system inferenceConfig toolConfig guardrailConfig additionalModelRequestFields promptVariables additionalModelResponseFieldPaths requestMetadata performanceConfig serviceTier outputConfig',
);
const LIMITS: ReadonlySet<string> = new Set(['maxTokens', 'temperature', 'topP', 'stopSequences']);
const BLOCKS: Readonly<Record<string, RegExp>> = {
  user: /^(?:text|image|document|video|audio|toolResult|guardContent|cachePoint|searchResult)$/,
  assistant: /^(?:text|toolUse|reasoningContent|cachePoint|citationsContent)$/,
};

/** What a model thinks without showing it, as bytes. */
export function hiddenFor(model: string): string {
  return Buffer.from(sealOf(model, 'redacted')).toString('base64');
}

/** Returns what Bedrock would refuse of a body of Converse; undefined for one that it takes. */
export function refusalOfConverse(body: Fields, model: string): FakeReply | undefined {
  const unknown = Object.keys(body).find((name) => !MEMBERS.has(name));
  if (unknown !== undefined) {
    return refuseConverse(
      `Malformed input request: #: extraneous key [${unknown}] is not permitted`,
    );
  }
  const inference = fieldsOf(body['inferenceConfig']);
  const strange = Object.keys(inference).find((name) => !LIMITS.has(name));
  if (strange !== undefined) {
    return refuseConverse(`#/inferenceConfig: extraneous key [${strange}] is not permitted`);
  }
  return (
    refusalOfSampling(inference, fieldsOf(body['additionalModelRequestFields']), model) ??
    refusalOfTools(body) ??
    refusalOfTurns(listOf(body['messages']), model)
  );
}

function refusalOfSampling(
  { temperature, topP, stopSequences }: Fields,
  { thinking, top_k: topK }: Fields,
  model: string,
): FakeReply | undefined {
  if (temperature !== undefined && !(Number(temperature) >= 0 && Number(temperature) <= 1)) {
    return refuseConverse('inferenceConfig.temperature: must be between 0 and 1');
  }
  if ([stopSequences ?? []].flat().some((text) => textOf(text)?.trim() === '')) {
    return refuseConverse('stop_sequences: each stop sequence must contain non-whitespace');
  }
  const claude = fakeClaude(model);
  if (claude === undefined) return undefined;
  const isSet = [temperature, topP, topK].filter((value) => value !== undefined).length;
  if (isSet > 0 && !claude.isSampled) {
    return refuseConverse('`temperature` is deprecated for this model.');
  }
  if (temperature !== undefined && topP !== undefined) {
    return refuseConverse('`temperature` and `top_p` cannot both be specified for this model.');
  }
  if (thinking === undefined) return undefined;
  const { type, budget_tokens: budget } = fieldsOf(thinking);
  if (!claude.thinking.includes(String(type))) {
    return refuseConverse(`"thinking.type.${String(type)}" is not supported for this model.`);
  }
  if (type === 'enabled' && !(Number(budget) >= 1024)) {
    return refuseConverse('thinking.budget_tokens: Input should be greater than or equal to 1024');
  }
  return isSet > 0 && type !== 'disabled'
    ? refuseConverse('`temperature` may only be set to 1 when thinking is enabled.')
    : undefined;
}

function refusalOfTools({ toolConfig, messages }: Fields): FakeReply | undefined {
  const { tools, toolChoice } = fieldsOf(toolConfig);
  const specs = listOf(tools).flatMap(({ toolSpec }) => (toolSpec ? [fieldsOf(toolSpec)] : []));
  for (const { name, description, inputSchema } of specs) {
    if (!/^[A-Za-z0-9_-]{1,64}$/.test(String(name))) {
      return refuseConverse(`toolSpec.name: ${String(name)} must satisfy [a-zA-Z0-9_-]+`);
    }
    if (description === '') return refuseConverse('toolSpec.description: must have length >= 1');
    if (fieldsOf(fieldsOf(inputSchema)['json'])['type'] !== 'object') {
      return refuseConverse('toolSpec.inputSchema.json.type must be one of the following: object.');
    }
  }
  const named = textOf(fieldsOf(fieldsOf(toolChoice)['tool'])['name']);
  if (named !== undefined && !specs.some(({ name }) => name === named)) {
    return refuseConverse(`Tool '${named}' not found in provided tools`);
  }
  const hasCalls = listOf(messages)
    .flatMap(({ content }) => listOf(content))
    .some((block) => block['toolUse'] !== undefined || block['toolResult'] !== undefined);
  return hasCalls && specs.length === 0
    ? refuseConverse(
        'The toolConfig field must be defined when using toolUse and toolResult content blocks.',
      )
    : undefined;
}

function refusalOfTurns(turns: readonly Fields[], model: string): FakeReply | undefined {
  if (turns[0]?.['role'] !== 'user') {
    return refuseConverse('A conversation must start with a user message.');
  }
  let open: readonly string[] = [];
  for (const [position, { role, content }] of turns.entries()) {
    const blocks = listOf(content);
    if (role !== (position % 2 === 0 ? 'user' : 'assistant')) {
      return refuseConverse('A conversation must alternate between user and assistant roles.');
    }
    if (blocks.length === 0) {
      return refuseConverse(
        `The content field in the Message object at messages.${position} is empty.`,
      );
    }
    const place = `messages.${position}.content`;
    const refusal = blocks
      .map((block) => refusalOfBlock(block, place, String(role), model))
      .find((found) => found !== undefined);
    if (refusal !== undefined) return refusal;
    const answered = idsIn(blocks, 'toolResult');
    const isEven = open.length === answered.length && open.every((id) => answered.includes(id));
    if (!isEven) {
      return refuseConverse(
        `The number of toolResult blocks at ${place} does not match the number of toolUse blocks of previous turn.`,
      );
    }
    open = idsIn(blocks, 'toolUse');
  }
  return undefined;
}

function idsIn(blocks: readonly Fields[], type: string): readonly string[] {
  return blocks.flatMap((block) =>
    block[type] === undefined ? [] : [String(fieldsOf(block[type])['toolUseId'])],
  );
}

function refusalOfBlock(
  block: Fields,
  place: string,
  role: string,
  model: string,
): FakeReply | undefined {
  const [type = '', ...others] = Object.keys(block);
  if (others.length > 0 || BLOCKS[role]?.test(type) !== true) {
    return refuseConverse(
      `${place}: one block of role ${role} wanted, got ${Object.keys(block).join()}`,
    );
  }
  if (type === 'text' && textOf(block['text'])?.trim() === '') {
    return refuseConverse(`The text field in the ContentBlock object at ${place} is blank.`);
  }
  if (type === 'document' && !/^[A-Za-z0-9()[\] -]+$/.test(String(fieldsOf(block[type])['name']))) {
    return refuseConverse('The document file name can only contain alphanumeric characters.');
  }
  if (type === 'toolUse' || type === 'toolResult') {
    const { toolUseId: id } = fieldsOf(block[type]);
    if (!/^[A-Za-z0-9_-]{1,64}$/.test(String(id))) {
      return refuseConverse(`${place}.toolUseId: must satisfy [a-zA-Z0-9_-]+`);
    }
  }
  const { reasoningText, redactedContent } = fieldsOf(block['reasoningContent']);
  const { text = '', signature } = fieldsOf(reasoningText);
  const isForged =
    (reasoningText !== undefined && signature !== sealOf(model, String(text))) ||
    (redactedContent !== undefined && redactedContent !== hiddenFor(model));
  return isForged
    ? refuseConverse(`${place}: Invalid \`signature\` in \`thinking\` block`)
    : undefined;
}
