import { Buffer } from 'node:buffer';
import {
  ProviderFailure,
  type AttemptContext,
  type Clock,
  type HttpClient,
  type IncomingResponse,
  type OutgoingRequest,
} from '@model-gateway/core';
import { discard, headOf } from './body.ts';
import { classifyAnswer } from './classify.ts';
import type { ProviderRequest } from './provider-request.ts';
import type { FailureRule } from './failure-rules.ts';
import { encodeForm } from './form-body.ts';
import { encodeJson } from './json-body.ts';

/** A provider as its calls see it. */
export interface Upstream {
  readonly http: HttpClient;
  readonly clock: Clock;
  /** From 0 to 1, for jitter. */
  readonly random: () => number;
  readonly maxAnswerBytes: number;
  readonly failures: readonly FailureRule[];
  /** Sends a request with the provider's key; throws for an address that may not have the key. */
  send(request: ProviderRequest, signal: AbortSignal, sending?: Sending): Promise<IncomingResponse>;
}

/** What one request of an attempt has for itself. */
export interface Sending {
  readonly onDispatch?: () => void;
  /** Ends it: with the attempt, or before. By default the signal of the attempt. */
  readonly ending?: AbortSignal | undefined;
}

/** Where a provider is, and what opens it. */
export interface Access {
  readonly http: HttpClient;
  /** Without a slash at its end. */
  readonly baseUrl: string;
  /** Appended to every path below the base URL, for example `api-version=v1`. */
  readonly query: string | undefined;
  /** Hosts beside the base URL's that may have the key, with every name below them. */
  readonly keyHosts: readonly string[];
  /** Returns what opens it for a request of the attempt with this signal. */
  readonly headers: (
    request: UnsignedRequest,
    signal: AbortSignal,
  ) => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>;
}

/** What is sent, before it is opened by a key. */
export interface UnsignedRequest {
  readonly method: OutgoingRequest['method'];
  readonly url: string;
  readonly body: Uint8Array | string | undefined;
}

/** Returns a function that sends requests with the provider's key, and only to its own hosts. */
export function senderFor({ http, baseUrl, query, keyHosts, headers }: Access): Upstream['send'] {
  const home = new URL(baseUrl);
  const urlOf = (path: string) => {
    if (path.startsWith('/')) return `${baseUrl}${path}${query === undefined ? '' : `?${query}`}`;
    if (URL.canParse(path) && mayHaveKey(new URL(path), home, keyHosts)) return path;
    throw new ProviderFailure('server', 'it named an address outside its own hosts');
  };
  return async (request, signal, { onDispatch, ending = signal } = {}) => {
    const { method = 'POST', path, json, form, accept = 'application/json' } = request;
    const url = urlOf(path);
    const lent: (() => void)[] = [];
    const content = form === undefined ? jsonContent(json, lent) : formContent(form);
    const opening = headers(new Unsigned(method, url, content?.body), signal);
    // Most keys are there, and to wait for those as well takes a turn.
    const credentials = 'then' in opening ? await opening : opening;
    signal.throwIfAborted();
    const call = {
      url,
      method,
      headers: {
        ...content?.headers,
        accept,
        // Images are compressed already: a second layer saves little, is expensive and delays events.
        'accept-encoding': 'identity',
        ...request.headers,
        ...credentials,
      },
      signal: ending,
      // Redirects are answers: the key does not follow them.
      maxRedirects: 0,
      onDispatch: () => onDispatch?.(),
    };
    if (content === undefined) return http(call);
    const { body } = content;
    if (http.sendPieces === undefined || body.length === 1) {
      // A promise that is returned takes two turns more than one that is awaited.
      const response = await http({ ...call, body: wholeBody(body) });
      return response;
    }
    const onLeft = () => {
      for (const giveBack of lent) giveBack();
    };
    return http.sendPieces({ ...call, body, ...(lent.length > 0 && { onLeft }) });
  };
}

/**
 * A class, because V8 puts the accessors of an object literal among the old objects: until it collects
 * those, they hold what the getter sees, which would be the whole request.
 */
class Unsigned implements UnsignedRequest {
  readonly method: UnsignedRequest['method'];
  readonly url: string;
  readonly #pieces: readonly Uint8Array[] | undefined;

  constructor(
    method: UnsignedRequest['method'],
    url: string,
    pieces: readonly Uint8Array[] | undefined,
  ) {
    this.method = method;
    this.url = url;
    this.#pieces = pieces;
  }

  /** Joined only for keys that sign it. */
  get body(): Uint8Array | undefined {
    return this.#pieces && wholeBody(this.#pieces);
  }
}

function wholeBody(pieces: readonly Uint8Array[]): Uint8Array {
  const [only] = pieces;
  return only !== undefined && pieces.length === 1 ? only : Buffer.concat(pieces);
}

function mayHaveKey(url: URL, home: URL, hosts: readonly string[]): boolean {
  if (url.origin === home.origin) return true;
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') return false;
  return hosts.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`));
}

function jsonContent(json: unknown, lent: (() => void)[]) {
  if (json === undefined) return undefined;
  return { headers: { 'content-type': 'application/json' }, body: encodeJson(json, lent) };
}

function formContent(form: NonNullable<ProviderRequest['form']>) {
  const { contentType, body } = encodeForm(form);
  return { headers: { 'content-type': contentType }, body: [body] };
}

/** Sends a request within an attempt; throws `ProviderFailure` for an answer without success. */
export async function accepted(
  upstream: Upstream,
  request: ProviderRequest,
  context: Pick<AttemptContext, 'signal' | 'progress'>,
  sending?: Sending,
): Promise<IncomingResponse> {
  const response = await upstream.send(request, context.signal, sending);
  context.progress();
  if (isSuccess(response)) return response;
  const { status, headers, body } = response;
  // Only a refused request has a reason; otherwise the status is enough.
  let text = '';
  if (status >= 400 && status < 500) text = await headOf(body);
  else await discard(body);
  const { clock, failures } = upstream;
  const { own } = request;
  throw classifyAnswer({ status, headers, body: text }, clock.now(), failures, own);
}

export function isSuccess({ status }: Pick<IncomingResponse, 'status'>): boolean {
  return status >= 200 && status <= 299;
}
