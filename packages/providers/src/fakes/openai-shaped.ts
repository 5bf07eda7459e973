import { textOf, type Fields } from '../http/fields.ts';
import { json, type FakeReply, type FakeRequest } from './fake-message.ts';

/** Returns an error in the envelope of OpenAI. */
export function openAiError(
  status: number,
  message: string,
  more: { readonly code?: string; readonly type?: string; readonly param?: string } = {},
): FakeReply {
  const { code = null, type = 'invalid_request_error', param = null } = more;
  return json({ error: { message, type, param, code } }, status);
}

/** Returns the token of `authorization: Bearer …`. */
export function bearerOf({ headers }: FakeRequest): string | undefined {
  return /^Bearer (.+)$/.exec(headers['authorization'] ?? '')?.[1];
}

export function isForm({ headers }: FakeRequest): boolean {
  return headers['content-type']?.startsWith('multipart/form-data') === true;
}

/** Returns the members of a JSON body or of a form, with the number of its pictures as `images`. */
export async function parametersOf(request: FakeRequest): Promise<Fields> {
  if (!isForm(request)) return request.json();
  const parameters: Record<string, unknown> = {};
  let images = 0;
  for (const [name, value] of await request.form()) {
    if (typeof value === 'string') parameters[name] = scalarOf(value);
    else images += /^image(\[\])?$/.test(name) && value.type.startsWith('image/') ? 1 : 0;
  }
  return { ...parameters, images };
}

/** Returns the first required parameter that is missing. */
export function missing(parameters: Fields, ...names: readonly string[]): string | undefined {
  return names.find((name) => textOf(parameters[name]) === undefined);
}

function scalarOf(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  return text !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
}
