import type { IncomingMessage, ServerResponse } from 'node:http';
import { ByteCollector, type GatewayRequest, type RequestBody } from '@model-gateway/core';

/** Where a host mounted the gateway and what it left of the URL. */
export interface MountedUrl {
  /** `''` or for example `'/v1'`: what the host stripped. */
  readonly mount: string;
  /** The rest, query included: `'/models?limit=5'`. */
  readonly url: string;
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
  #headers: Record<string, string> | undefined;
  #body: RequestBody | undefined;
  #signal: AbortSignal | undefined;

  constructor(req: IncomingMessage, res: ServerResponse, { mount, url }: MountedUrl) {
    const question = url.indexOf('?');
    this.#req = req;
    this.#res = res;
    this.method = req.method ?? 'GET';
    this.path = question === -1 ? url : url.slice(0, question);
    this.search = question === -1 ? '' : url.slice(question);
    this.mount = mount;
  }

  get headers(): Readonly<Record<string, string>> {
    return (this.#headers ??= joinHeaders(this.#req.rawHeaders));
  }

  get body(): RequestBody {
    return (this.#body ??= bodyOf(this.#req));
  }

  get signal(): AbortSignal {
    return (this.#signal ??= whenClientLeaves(this.#res));
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

function bodyOf(req: MaybeParsed): RequestBody {
  const { 'content-length': length, 'transfer-encoding': encoding } = req.headers;
  const hasBody = encoding !== undefined || (length !== undefined && length !== '0');
  if (!hasBody) return { kind: 'none' };
  if (req.body === undefined) {
    return { kind: 'bytes', read: (limitBytes) => readBody(req, limitBytes) };
  }
  // Raw and text parsers leave the bytes or the text, which is not parsed yet.
  const bytes = typeof req.body === 'string' ? new TextEncoder().encode(req.body) : req.body;
  if (!(bytes instanceof Uint8Array)) return { kind: 'parsed', value: req.body };
  return {
    kind: 'bytes',
    read: async (limitBytes) => {
      const collector = new ByteCollector(limitBytes, undefined);
      collector.push(bytes);
      return collector.bytes();
    },
  };
}

function readBody(req: IncomingMessage, limitBytes: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const collector = new ByteCollector(limitBytes, req.headers['content-length']);
    const stop = (settle: () => void) => {
      req.off('data', onData).off('end', onEnd).off('error', onError).off('close', onClose);
      settle();
    };
    const onData = (chunk: Uint8Array) => {
      try {
        collector.push(chunk);
      } catch (error) {
        req.pause();
        stop(() => reject(error));
      }
    };
    const onEnd = () => stop(() => resolve(collector.bytes()));
    const onError = (error: Error) => stop(() => reject(error));
    const onClose = () => stop(() => reject(new Error('the client left before its body was read')));
    req.on('data', onData).on('end', onEnd).on('error', onError).on('close', onClose);
  });
}

function whenClientLeaves(res: ServerResponse): AbortSignal {
  const controller = new AbortController();
  const leave = () => {
    if (!res.writableFinished) controller.abort(new Error('the client closed the connection'));
  };
  if (res.closed) leave();
  else res.once('close', leave);
  return controller.signal;
}
