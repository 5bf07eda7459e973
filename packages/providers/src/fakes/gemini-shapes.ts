import { fieldsOf, type Fields } from '../http/fields.ts';
import type { FakeGeminiRules } from './gemini-models.ts';

/** The members of each message, and the message in each: none where anything may stand. */
const SHAPES: Readonly<Record<string, string>> = {
  request:
    'contents:content systemInstruction:content tools:tool toolConfig:toolConfig safetySettings:safety generationConfig:config cachedContent',
  content: 'role parts:part',
  part: 'text thought thoughtSignature inlineData:blob fileData:file functionCall:call functionResponse:result',
  blob: 'mimeType data',
  file: 'mimeType fileUri',
  call: 'name args',
  result: 'name response parts:resultPart',
  resultPart: 'inlineData:blob fileData:file',
  tool: 'functionDeclarations:function',
  function: 'name description parametersJsonSchema',
  toolConfig: 'functionCallingConfig:calling',
  calling: 'mode allowedFunctionNames',
  safety: 'category threshold method',
  config:
    'maxOutputTokens temperature topP topK frequencyPenalty presencePenalty seed stopSequences responseMimeType responseJsonSchema thinkingConfig:thinking mediaResolution responseModalities',
  thinking: 'includeThoughts thinkingLevel thinkingBudget',
};

/** What either service has beside them. */
const BESIDE = {
  gemini: { request: 'serviceTier', call: 'id', result: 'id' },
  vertex: { request: 'labels' },
} as const;

/** Returns the sentence with which Google refuses a member that it does not know. */
export function unknownMember(body: Fields, { hasCallIds }: FakeGeminiRules): string | undefined {
  const beside: Readonly<Record<string, string>> = hasCallIds ? BESIDE.gemini : BESIDE.vertex;
  const find = (value: unknown, shape: string, place: string): string | undefined => {
    if (Array.isArray(value)) {
      const found = value.map((one, index) => find(one, shape, `${place}[${index}]`));
      return found.find((problem) => problem !== undefined);
    }
    const listed = [SHAPES[shape], beside[shape]].join(' ').trim().split(' ');
    const known = new Map(listed.map((entry) => entry.split(':') as [string, string | undefined]));
    for (const [name, inner] of Object.entries(fieldsOf(value))) {
      if (!known.has(name)) {
        const where = place === '' ? '' : ` at '${place}'`;
        return `Invalid JSON payload received. Unknown name "${name}"${where}: Cannot find field.`;
      }
      const next = known.get(name);
      const problem =
        next === undefined ? undefined : find(inner, next, [place, name].filter(Boolean).join('.'));
      if (problem !== undefined) return problem;
    }
    return undefined;
  };
  return find(body, 'request', '');
}
