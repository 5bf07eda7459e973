import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { GatewayRequest, RequestBody } from '@model-gateway/core/http';
import { closeWithConnection } from './close-with-connection.ts';
import { originForm, type MountedUrl } from './mounted-url.ts';
import { requestBody, wasDecompressed, type ReadingOptions } from './request-body.ts';

/** What a host knows about a request besides the message itself. */
export interface HostRequest extends MountedUrl, ReadingOptions {
  /** The result of the host's body parser, if that is not on `req.body`. */
  readonly body?: unknown;
  /** What the framework hands its middleware, if that is not the `req` of node:http. */
  readonly hostRequest?: unknown;
}

/** A request on which a body parser of the host may have left its result. */
type MaybeParsed = IncomingMessage & { readonly body?: unknown };

/**
 * A node:http request as a `GatewayRequest`. Headers, body and signal are created on first use,
 * because most requests that are not for the gateway, and many that are, need none of them.
 */
export class NodeRequest implements GatewayRequest {
  readonly method: string;
  readonly path: string;
  readonly search: string;
  readonly mount: string;
  readonly hostRequest: unknown;
  readonly #req: MaybeParsed;
  readonly #res: ServerResponse;
  readonly #parsed: unknown;
  readonly #reading: ReadingOptions;
  #headers: Readonly<Record<string, string>> | undefined;
  #body: RequestBody | undefined;
  #controller: AbortController | undefined;

  constructor(
    req: IncomingMessage,
    res: ServerResponse,
    { mount, url, body, hostRequest = req, isAtOnce, mayFree }: HostRequest,
  ) {
    const target = originForm(url);
    const question = target.indexOf('?');
    this.#req = req;
    this.#res = res;
    this.#parsed = body;
    this.#reading = { isAtOnce, mayFree };
    this.method = req.method ?? 'GET';
    this.path = question === -1 ? target : target.slice(0, question);
    this.search = question === -1 ? '' : target.slice(question);
    this.mount = mount;
    this.hostRequest = hostRequest;
    closeWithConnection(res);
  }

  get headers(): Readonly<Record<string, string>> {
    return (this.#headers ??= headersOf(this.#req, wasDecompressed(this.#req, this.#left)));
  }

  get body(): RequestBody {
    const leaves = () => leave(this.#leaving);
    return (this.#body ??= requestBody(this.#req, this.#left, leaves, this.#reading));
  }

  get signal(): AbortSignal {
    return this.#leaving.signal;
  }

  get onSent(): (listener: () => void) => void {
    return (listener) => {
      if (this.#res.destroyed) listener();
      else this.#res.once('close', listener);
    };
  }

  /** What a body parser of the host left. */
  get #left(): unknown {
    return this.#parsed ?? this.#req.body;
  }

  get #leaving(): AbortController {
    return (this.#controller ??= whenClientLeaves(this.#res));
  }
}

/**
 * Returns Node's own headers, with any changes by middleware in front of the gateway, and without the
 * encoding of a body that a parser has decompressed.
 */
function headersOf(
  { headers, rawHeaders }: IncomingMessage,
  isDecompressed: boolean,
): Readonly<Record<string, string>> {
  const doubled = doubledAuthorization(rawHeaders);
  // A value that middleware put in their place wins.
  const isJoined = doubled !== undefined && headers.authorization === doubled[0];
  if (!isJoined && !isDecompressed && areStrings(headers)) return headers;
  const copy: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) copy[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  if (isJoined) copy['authorization'] = doubled.join(', ');
  if (isDecompressed) delete copy['content-encoding'];
  return copy;
}

/** Of a client's headers only `set-cookie` is a list; middleware may set others. */
function areStrings(headers: IncomingHttpHeaders): headers is Record<string, string> {
  for (const name in headers) if (typeof headers[name] !== 'string') return false;
  return true;
}

const AUTHORIZATION = 'authorization';

/**
 * Returns all values of a repeated `authorization` header. Node keeps the first one only, but the
 * gateway has to see the others to refuse the request.
 */
function doubledAuthorization(rawHeaders: readonly string[]): readonly string[] | undefined {
  let values: string[] | undefined;
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? '';
    // Comparing the length first spares most names the conversion.
    if (name.length !== AUTHORIZATION.length || name.toLowerCase() !== AUTHORIZATION) continue;
    const value = rawHeaders[i + 1] ?? '';
    if (values === undefined) values = [value];
    else values.push(value);
  }
  return values !== undefined && values.length > 1 ? values : undefined;
}

function whenClientLeaves(res: ServerResponse): AbortController {
  const controller = new AbortController();
  const look = () => {
    if (!res.writableFinished) leave(controller);
  };
  if (res.destroyed) look();
  // Not `once`, which makes two objects more: a second call changes nothing.
  else res.on('close', look);
  return controller;
}

/** Aborts, unless already aborted, and returns the signal's reason. */
function leave(controller: AbortController): unknown {
  controller.abort(new Error('the client closed the connection'));
  return controller.signal.reason;
}
