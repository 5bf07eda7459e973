import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { GatewayRequest, RequestBody } from '@model-gateway/core';
import { originForm, type MountedUrl } from './mounted-url.ts';
import { requestBody } from './request-body.ts';

/** What a host knows of a request besides the message itself. */
export interface HostRequest extends MountedUrl {
  /** What a body parser of the host left, where that is not on `req.body`. */
  readonly body?: unknown;
}

/** A request on which a body parser of the host may have left its result. */
type MaybeParsed = IncomingMessage & { readonly body?: unknown };

/**
 * A node:http request as the gateway's envelope. Headers, body and signal are made on first use,
 * because most requests that are not the gateway's, and many that are, need none of them.
 */
export class NodeRequest implements GatewayRequest {
  readonly method: string;
  readonly path: string;
  readonly search: string;
  readonly mount: string;
  readonly #req: MaybeParsed;
  readonly #res: ServerResponse;
  readonly #parsed: unknown;
  #headers: Readonly<Record<string, string>> | undefined;
  #body: RequestBody | undefined;
  #controller: AbortController | undefined;

  constructor(req: IncomingMessage, res: ServerResponse, { mount, url, body }: HostRequest) {
    const target = originForm(url);
    const question = target.indexOf('?');
    this.#req = req;
    this.#res = res;
    this.#parsed = body;
    this.method = req.method ?? 'GET';
    this.path = question === -1 ? target : target.slice(0, question);
    this.search = question === -1 ? '' : target.slice(question);
    this.mount = mount;
  }

  get headers(): Readonly<Record<string, string>> {
    return (this.#headers ??= headersOf(this.#req));
  }

  get body(): RequestBody {
    return (this.#body ??= requestBody(this.#req, this.#parsed ?? this.#req.body, () =>
      leave(this.#leaving),
    ));
  }

  get signal(): AbortSignal {
    return this.#leaving.signal;
  }

  get #leaving(): AbortController {
    return (this.#controller ??= whenClientLeaves(this.#res));
  }
}

/** Node's own headers, and so with whatever middleware in front of us made of them. */
function headersOf({ headers, rawHeaders }: IncomingMessage): Readonly<Record<string, string>> {
  const doubled = doubledAuthorization(rawHeaders);
  // What middleware put in place of them is what counts.
  const isJoined = doubled !== undefined && headers.authorization === doubled[0];
  if (!isJoined && areStrings(headers)) return headers;
  const copy: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) copy[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  if (isJoined) copy['authorization'] = doubled.join(', ');
  return copy;
}

/** Of a client's headers only `set-cookie` is a list; middleware may leave others. */
function areStrings(headers: IncomingHttpHeaders): headers is Record<string, string> {
  for (const name in headers) if (typeof headers[name] !== 'string') return false;
  return true;
}

const AUTHORIZATION = 'authorization';

/**
 * All values of an `authorization` that came more than once. Node keeps the first of them, but the
 * gateway has to see the others in order to refuse them.
 */
function doubledAuthorization(rawHeaders: readonly string[]): readonly string[] | undefined {
  const values: string[] = [];
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? '';
    // The length first, which spares most names the conversion.
    if (name.length !== AUTHORIZATION.length || name.toLowerCase() !== AUTHORIZATION) continue;
    values.push(rawHeaders[i + 1] ?? '');
  }
  return values.length > 1 ? values : undefined;
}

function whenClientLeaves(res: ServerResponse): AbortController {
  const controller = new AbortController();
  const look = () => {
    if (!res.writableFinished) leave(controller);
  };
  if (res.closed) look();
  else res.once('close', look);
  return controller;
}

/** Aborts, unless that is done already, and returns the one reason that there is. */
function leave(controller: AbortController): unknown {
  controller.abort(new Error('the client closed the connection'));
  return controller.signal.reason;
}
