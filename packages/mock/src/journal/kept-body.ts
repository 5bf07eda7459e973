import { isTooDeep, jsonIn } from '@model-gateway/core/kit';
import type { ReadBody } from '../http/rereadable-body.ts';

/** A request's body as the journal holds it. */
export type KeptBody =
  | ReadBody
  /** Nothing has looked for one. */
  | { readonly kind: 'unread' }
  /** Too long to be kept, or among the oldest. */
  | { readonly kind: 'left out'; readonly size: number };

/** A body as something to compare with. */
export type BodyReading =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'text'; readonly value: string }
  /** There is nothing to compare with; `why` says so in words. */
  | { readonly kind: 'nothing'; readonly why: string };

export function readKeptBody(body: KeptBody): BodyReading {
  switch (body.kind) {
    case 'unread':
      return { kind: 'nothing', why: 'was not read: the answer did not need it' };
    case 'none':
      return { kind: 'nothing', why: 'is empty' };
    case 'value':
      return { kind: 'json', value: body.value };
    case 'left out':
      return { kind: 'nothing', why: `was too long to be kept: ${body.size} bytes` };
    case 'bytes':
      return jsonOrText(decoder.decode(body.bytes));
  }
}

/** Made once: each body is read to find what is unknown in it. */
const decoder = new TextDecoder();

export function sizeOf(body: KeptBody): number {
  if (body.kind === 'bytes') return body.bytes.byteLength;
  return body.kind === 'value' ? body.size : 0;
}

/** The same body without what takes memory. */
export function withoutContents(body: KeptBody): KeptBody {
  const size = sizeOf(body);
  return size === 0 ? body : { kind: 'left out', size };
}

function jsonOrText(text: string): BodyReading {
  if (text === '') return { kind: 'nothing', why: 'is empty' };
  const value = jsonIn(text);
  // The gateway reports what is wrong with other text; here it is shown as received. So is JSON that
  // is too deep for recursive functions, which would fail for the whole journal.
  const isShown = value !== undefined && !isDeep(text, value);
  return isShown ? { kind: 'json', value } : { kind: 'text', value: text };
}

function isDeep(text: string, value: unknown): boolean {
  return typeof value === 'object' && value !== null && isTooDeep(text, value);
}
