import { isTokenNeeded, token } from './token.ts';

/** The path of the control interface, which this page is served under. */
const ROOT = location.pathname.replace(/\/+$/, '');

/** An answer that is an error; the message is the mock's own. */
export class AnswerError extends Error {
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.name = 'AnswerError';
    this.status = status;
  }
}

/** Resolves to the `data` of an answer. Rejects with AnswerError. */
export async function control<Data>(method: string, path: string, body?: unknown): Promise<Data> {
  const response = await controlResponse(method, path, body);
  if (response.status === 204) return undefined as Data;
  const answer = (await response.json()) as { readonly data: Data };
  // The type is that of the interface's description.
  return answer.data;
}

/** Resolves to an answer without an error, unread. Rejects with AnswerError. */
export async function controlResponse(
  method: string,
  path: string,
  body?: unknown,
  more: { readonly signal?: AbortSignal; readonly headers?: Record<string, string> } = {},
): Promise<Response> {
  const used = token.value;
  const headers = {
    ...more.headers,
    ...(used !== undefined && { authorization: `Bearer ${used}` }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  const response = await fetch(ROOT + path, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(more.signal !== undefined && { signal: more.signal }),
  });
  // A request that was sent before a token was given says nothing about that token.
  if (response.status === 401 && used === token.value) isTokenNeeded.value = true;
  if (!response.ok) throw await errorOf(response);
  return response;
}

/** The error that an answer says. */
export async function errorOf(response: Response): Promise<AnswerError> {
  const answer: unknown = await response.json().catch(() => undefined);
  return new AnswerError(
    messageIn(answer) ?? `The mock answered ${response.status}`,
    response.status,
  );
}

function messageIn(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null || !('error' in answer)) return undefined;
  const { error } = answer;
  if (typeof error !== 'object' || error === null || !('message' in error)) return undefined;
  return typeof error.message === 'string' ? error.message : undefined;
}
