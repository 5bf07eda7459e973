import { pathToFileURL } from 'node:url';
import path from 'node:path';
import { startMockGateway, type MockTenant, type RunningMockGateway } from '@model-gateway/mock';
import { AIMOCK } from '../../src/peers/aimock.ts';
import { folderOf } from '../../src/peers/install.ts';

/** Where clients reach a fake, as an app under test is told. */
export interface Reach {
  readonly baseURL: string;
  readonly apiKey: string;
}

/** The model that is asked; both fakes have it. */
export const MODEL = 'acme/quill-1';

/** What of aimock the cases use. Source: its README and the types of its package. */
export interface Aimock {
  readonly url: string;
  on(match: object, response: object, options?: object): unknown;
  onEmbedding(pattern: string, response: object): unknown;
  nextRequestError(status: number, body: object): unknown;
  getRequests(): readonly unknown[];
  reset(): void;
  stop(): Promise<unknown>;
}

/** Starts aimock on any free port. */
export async function startTheirs(): Promise<Aimock> {
  const folder = await folderOf(AIMOCK);
  const module: unknown = await import(pathToFileURL(path.join(folder, 'dist/index.js')).href);
  // Its own types are those of the installed package, which is no dependency here.
  const { LLMock } = module as { LLMock: { create(options: object): Promise<Aimock> } };
  return LLMock.create({ port: 0, logLevel: 'silent' });
}

export function startOurs(): Promise<RunningMockGateway> {
  return startMockGateway({ world: 'tiny', unhandled: 'ignore' });
}

export function reachOf(fake: MockTenant | Aimock): Reach {
  return 'baseURL' in fake
    ? { baseURL: fake.baseURL, apiKey: fake.apiKey }
    : { baseURL: `${fake.url}/v1`, apiKey: 'sk-of-a-test-0123456789abcdef' };
}

const PATHS = { openai: 'chat/completions', anthropic: 'messages', responses: 'responses' };
export type Dialect = keyof typeof PATHS;
export const DIALECTS = ['openai', 'anthropic', 'responses'] as const;

export interface Answered {
  readonly status: number;
  /** As much as came. */
  readonly text: string;
  readonly json: unknown;
}

/** Sends a body to a path of the API. */
export async function send(
  { baseURL, apiKey }: Reach,
  to: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answered> {
  const response = await fetch(`${baseURL}/${to}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
      ...headers,
    },
    body: JSON.stringify(body),
  });
  let text = '';
  try {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) text += decoder.decode(chunk, { stream: true });
  } catch {
    // The connection broke; what came before counts.
  }
  return { status: response.status, text, json: parsed(text) };
}

/** Asks a question in a dialect. */
export function ask(
  reach: Reach,
  said: string | readonly object[],
  more: object = {},
  dialect: Dialect = 'openai',
  headers?: Readonly<Record<string, string>>,
): Promise<Answered> {
  const messages = typeof said === 'string' ? [{ role: 'user', content: said }] : said;
  const turns = dialect === 'responses' ? { input: messages } : { messages };
  const limit = dialect === 'anthropic' ? { max_tokens: 1000 } : {};
  return send(reach, PATHS[dialect], { model: MODEL, ...limit, ...turns, ...more }, headers);
}

/** Returns what is at a place in JSON: `choices.0.message`; undefined where there is nothing. */
export function at(value: unknown, place: string): unknown {
  return place.split('.').reduce<unknown>((inner, name) => {
    if (typeof inner !== 'object' || inner === null) return undefined;
    return (inner as Readonly<Record<string, unknown>>)[name];
  }, value);
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}
