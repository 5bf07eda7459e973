import { Buffer } from 'node:buffer';
import { fillSchema } from '../demo/fill-schema.ts';
import { fieldsOf, listOf, type Fields } from '../http/fields.ts';
import { json, type FakeReply } from './fake-message.ts';
import { modelOf, type FakeGeminiCall, type FakeGeminiRules } from './gemini-models.ts';
import { refusalOfGeminiRequest } from './gemini-refusals.ts';
import { signatureOf, signedBy } from './gemini-signatures.ts';
import { inputFor } from './openai-chat.ts';
import { lastWords, piecesOf, upTo } from './said.ts';

const USAGE = {
  promptTokenCount: 9,
  cachedContentTokenCount: 4,
  candidatesTokenCount: 3,
  thoughtsTokenCount: 2,
  totalTokenCount: 14,
};

/**
 * The answer of Gemini to a conversation. It echoes the last words of the user, calls the tools that
 * it has to, two where it may, and fills schemas with the least that they require. A text, but no call, ends at the
 * limit of tokens. It signs calls and
 * texts, and a signature that comes back has to be one of its own, on what it signed. It checks names
 * and types of members, the order of turns, calls and results, and what its models refuse. It does
 * not check sizes, media, safety settings, or that a model exists.
 */
export function geminiAnswer(call: FakeGeminiCall, rules: FakeGeminiRules): FakeReply {
  return refusalOfGeminiRequest(call, rules) ?? answer(call, rules);
}

function answer({ model, body, form }: FakeGeminiCall, rules: FakeGeminiRules): FakeReply {
  const parts = partsOf(body, model, rules);
  const finish = parts.some(({ isCut }) => isCut === true) ? 'MAX_TOKENS' : 'STOP';
  const responseId = `fake-${listOf(body['contents']).length}`;
  const frame = (shown: readonly object[], finishReason?: string) => ({
    candidates: [
      { content: { role: 'model', parts: shown }, ...(finishReason && { finishReason }), index: 0 },
    ],
    usageMetadata: USAGE,
    modelVersion: model,
    responseId,
  });
  if (form === 'whole')
    return json(
      frame(
        parts.map(({ part }) => part),
        finish,
      ),
    );
  const pieces = parts.flatMap((one) => one.pieces ?? [one.part]);
  const frames = [...pieces.map((piece) => frame([piece])), frame([{ text: '' }], finish)];
  if (form === 'list') return json(frames);
  const text = frames.map((one) => `data: ${JSON.stringify(one)}\r\n\r\n`).join('');
  return { headers: { 'content-type': 'text/event-stream' }, body: Buffer.from(text) };
}

/** A part, and how it is streamed where that is not as a whole. */
interface Said {
  readonly part: object;
  readonly pieces?: readonly object[];
  readonly isCut?: boolean;
}

function partsOf(body: Fields, model: string, rules: FakeGeminiRules): readonly Said[] {
  const config = fieldsOf(body['generationConfig']);
  const { includeThoughts } = fieldsOf(config['thinkingConfig']);
  const thoughts = includeThoughts === true ? [said('I think.', { thought: true })] : [];
  const turn = listOf(body['contents']).length;
  const calls = calledIn(body).map(({ name, parametersJsonSchema: schema }, position): Said => {
    const id = rules.hasCallIds ? { id: `fake${turn}${position}` } : {};
    const args: unknown = JSON.parse(inputFor(schema));
    const functionCall = { ...id, name, args };
    const isSigned = position === 0 && modelOf(model).signs;
    const sealed = isSigned ? { thoughtSignature: signatureOf(signedBy({ functionCall })) } : {};
    return { part: { functionCall, ...sealed } };
  });
  return [...thoughts, ...(calls.length > 0 ? calls : [words(body, config, model)])];
}

/** In a stream the signature of a text comes in a part of its own, with an empty text. */
function words(body: Fields, config: Fields, model: string): Said {
  const { responseMimeType, responseJsonSchema: schema } = config;
  const filled = schema === undefined ? '{}' : JSON.stringify(fillSchema(schema));
  const { text, isCut } = upTo(
    config['maxOutputTokens'],
    responseMimeType === 'application/json'
      ? filled
      : `You said: ${lastWords(body['contents'], 'parts')}`,
  );
  if (!modelOf(model).signs) return { ...said(text, {}), isCut };
  const thoughtSignature = signatureOf(signedBy({ text }));
  return {
    part: { text, thoughtSignature },
    pieces: [...split(text), { text: '', thoughtSignature }],
    isCut,
  };
}

function said(text: string, more: object): Said {
  return { part: { text, ...more }, pieces: split(text).map((piece) => ({ ...piece, ...more })) };
}

function split(text: string): readonly { readonly text: string }[] {
  return piecesOf(text).map((piece) => ({ text: piece }));
}

/** The tools that have to be called: those that may, at most two. */
function calledIn(body: Fields): readonly Fields[] {
  const { mode, allowedFunctionNames: allowed } = fieldsOf(
    fieldsOf(body['toolConfig'])['functionCallingConfig'],
  );
  if (mode !== 'ANY') return [];
  const all = listOf(body['tools']).flatMap((tool) => listOf(tool['functionDeclarations']));
  const names: readonly unknown[] = Array.isArray(allowed) ? allowed : all.map(({ name }) => name);
  return all.filter(({ name }) => names.includes(name)).slice(0, 2);
}
