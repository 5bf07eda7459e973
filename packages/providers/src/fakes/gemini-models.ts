import type { Fields } from '../http/fields.ts';

/** A request to `generateContent` or `streamGenerateContent`. */
export interface FakeGeminiCall {
  /** From the path. */
  readonly model: string;
  readonly body: Fields;
  /** How it is to be sent: whole, as events, or as a list. */
  readonly form: 'whole' | 'events' | 'list';
}

/** How a service differs where its fake has to. */
export interface FakeGeminiRules {
  /** Whether calls and results have ids; Vertex AI refuses them. */
  readonly hasCallIds: boolean;
  /** Whether models of Gemini 2.5 take penalties. */
  readonly hasPenalties: boolean;
}

/** What a model takes, by its name. */
interface FakeGeminiModel {
  /** Whether it signs what it says, and wants the signatures of its calls back. */
  readonly signs: boolean;
  readonly thinksBy: 'level' | 'budget';
  readonly levels: ReadonlySet<unknown>;
  /** Whether it takes JSON beside tools, and media in results. */
  readonly mixes: boolean;
}

/** Returns what a model takes. */
export function modelOf(name: string): FakeGeminiModel {
  const isOld = /gemini-[12](?:[.-]|$)/.test(name);
  const isSparing = /gemini-(?:4|3\.[78]|.*-pro)/.test(name);
  const levels = isSparing ? ['LOW', 'MEDIUM', 'HIGH'] : ['MINIMAL', 'LOW', 'MEDIUM', 'HIGH'];
  return {
    signs: !isOld,
    thinksBy: isOld ? 'budget' : 'level',
    levels: new Set(name.includes('hydrogen') ? [...levels, 'XHIGH'] : levels),
    mixes: !isOld,
  };
}
