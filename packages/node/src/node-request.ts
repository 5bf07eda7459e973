import type { IncomingMessage, ServerResponse } from 'node:http';
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
  #headers: Record<string, string> | undefined;
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
    return (this.#headers ??= joinHeaders(this.#req.rawHeaders));
  }

  get body(): RequestBody {
    return (this.#body ??= requestBody(
      this.#req,
      this.headers,
      this.#parsed ?? this.#req.body,
      () => leave(this.#leaving),
    ));
  }

  get signal(): AbortSignal {
    return this.#leaving.signal;
  }

  get #leaving(): AbortController {
    return (this.#controller ??= whenClientLeaves(this.#res));
  }
}

/**
 * Lower-case names, repeats joined. Node's own `req.headers` drops the second of a doubled
 * `authorization`, which the gateway has to see in order to refuse it.
 */
function joinHeaders(raw: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const name = (raw[i] ?? '').toLowerCase();
    const value = raw[i + 1] ?? '';
    const known = Object.hasOwn(headers, name) ? headers[name] : undefined;
    if (name === '__proto__') continue;
    headers[name] = known === undefined ? value : `${known}, ${value}`;
  }
  return headers;
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
