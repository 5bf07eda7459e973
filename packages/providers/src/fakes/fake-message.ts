import { jsonIn } from '@model-gateway/core/kit';
import { Buffer } from 'node:buffer';
import { fieldsOf, type Fields } from '../http/fields.ts';

/** A request as a fake received it. */
export class FakeRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;

  constructor(
    method: string,
    url: string,
    headers: Readonly<Record<string, string>>,
    body: Buffer,
  ) {
    const { pathname, searchParams } = new URL(url, 'http://fake');
    this.method = method;
    this.path = pathname;
    this.query = searchParams;
    this.headers = headers;
    this.body = body;
  }

  /** The members of a JSON body; empty for any other. */
  json(): Fields {
    return fieldsOf(jsonIn(this.body.toString()));
  }

  /** The parts of a form. */
  form(): Promise<FormData> {
    const contentType = this.headers['content-type'] ?? '';
    return new Response(new Uint8Array(this.body), {
      headers: { 'content-type': contentType },
    }).formData();
  }
}

/** What a fake answers. */
export interface FakeReply {
  /** 200 by default. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** Written one by one, in place of `body`. */
  readonly script?: readonly FakeStep[];
}

/**
 * A step of a scripted answer: bytes in a write of their own, a pause until `proceed()` of the fake,
 * or the end of the connection by a reset. An answer whose steps are over ends as HTTP wants it.
 */
export type FakeStep = Uint8Array | 'pause' | 'reset';

/** Returns an event stream in steps; texts are bytes, except the words of `FakeStep`. */
export function script(steps: readonly (string | Uint8Array)[]): FakeReply {
  const written = steps.map((step): FakeStep =>
    typeof step !== 'string'
      ? step
      : step === 'pause' || step === 'reset'
        ? step
        : Buffer.from(step),
  );
  const headers = { 'content-type': 'text/event-stream' };
  return { headers, body: new Uint8Array(), script: written };
}

/** Returns an answer in JSON. */
export function json(
  value: unknown,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): FakeReply {
  const body = Buffer.from(JSON.stringify(value));
  return { status, headers: { 'content-type': 'application/json', ...headers }, body };
}

/** Returns an event stream; `name` becomes an `event:` line. */
export function events(
  list: readonly { readonly name?: string; readonly data: unknown }[],
): FakeReply {
  const text = list.map(({ name, data }) => {
    const line = typeof data === 'string' ? data : JSON.stringify(data);
    return `${name === undefined ? '' : `event: ${name}\n`}data: ${line}\n\n`;
  });
  return { headers: { 'content-type': 'text/event-stream' }, body: Buffer.from(text.join('')) };
}

/** Returns the bytes of an image as an answer. */
export function image(bytes: Uint8Array, mediaType: string): FakeReply {
  return { headers: { 'content-type': mediaType }, body: bytes };
}
