import { ProviderFailure } from '@model-gateway/core';
import type { ChatJob } from '@model-gateway/core/chat';
import type { ChatCount, ChatRun } from '../../chat/chat-face.ts';
import type { ChatRow } from '../../chat/chat-model.ts';
import { countOf } from '../../http/fields.ts';
import { GeminiDecoder } from './decode.ts';
import { encodeGeminiRequest, functionNames } from './encode.ts';
import { rulesFor, type GeminiRules } from './gemini-rules.ts';

/** How the two services of Google differ. */
interface Service extends Pick<GeminiRules, 'hasCallIds'> {
  /** Where its models are. */
  readonly models: string;
  /** Whether a request is counted as it would be sent, in one member; else only what it says. */
  readonly countsRequests: boolean;
}

/** Returns how conversations are sent to `generateContent` of a service. */
export function geminiChat<Own>({ models, hasCallIds }: Service): ChatRun<Own> {
  return ({ request, options }, row, call) => {
    const names = functionNames();
    const rules = rulesOf(row, hasCallIds);
    const ignore = (parameter: string) => call.warn(parameter, 'ignored');
    const json = encodeGeminiRequest(request, { options, rules, ignore, names });
    const method = request.stream ? 'streamGenerateContent?alt=sse' : 'generateContent';
    const accept = request.stream ? 'text/event-stream, application/json' : 'application/json';
    const decoder = new GeminiDecoder({
      issuer: call.issuer,
      nameOf: (name) => names.toClient(name),
    });
    return call.answer({ path: pathOf(models, row, method), accept, json }, decoder);
  };
}

/** Returns how the tokens of a conversation are counted by a service. */
export function geminiTokens<Own>({ models, hasCallIds, countsRequests }: Service): ChatCount<Own> {
  return async ({ request, options }: ChatJob, row, call) => {
    const rules = rulesOf(row, hasCallIds);
    const body = encodeGeminiRequest(request, { options, rules });
    const { contents, systemInstruction, tools } = body;
    const json = countsRequests
      ? { generateContentRequest: { model: `models/${row.upstream}`, ...body } }
      : { contents, systemInstruction, tools };
    const { totalTokens } = await call.json({ path: pathOf(models, row, 'countTokens'), json });
    const counted = countOf(totalTokens);
    if (counted === undefined) throw new ProviderFailure('malformed', 'it counted no tokens');
    return counted;
  };
}

function rulesOf({ upstream, reasoning }: ChatRow, hasCallIds: boolean): GeminiRules {
  return rulesFor(upstream, { hasCallIds, efforts: reasoning?.efforts });
}

function pathOf(models: string, { upstream }: ChatRow, method: string): string {
  return `${models}/${encodeURIComponent(upstream)}:${method}`;
}
