import type { ChatRun } from '../../chat/chat-face.ts';
import { GeminiDecoder } from './decode.ts';
import { encodeGeminiRequest, functionNames } from './encode.ts';
import { rulesFor, type GeminiRules } from './gemini-rules.ts';

/** Returns how conversations are sent to `generateContent` of a service. */
export function geminiChat<Own>(service: Pick<GeminiRules, 'hasCallIds'>): ChatRun<Own> {
  return ({ request, options }, { upstream, reasoning }, call) => {
    const names = functionNames();
    const rules = rulesFor(upstream, { ...service, efforts: reasoning?.efforts });
    const ignore = (parameter: string) => call.warn(parameter, 'ignored');
    const json = encodeGeminiRequest(request, { options, rules, ignore, names });
    const method = request.stream ? 'streamGenerateContent?alt=sse' : 'generateContent';
    const path = `/models/${encodeURIComponent(upstream)}:${method}`;
    const accept = request.stream ? 'text/event-stream, application/json' : 'application/json';
    const decoder = new GeminiDecoder({
      issuer: call.issuer,
      nameOf: (name) => names.toClient(name),
    });
    return call.answer({ path, accept, json }, decoder);
  };
}
