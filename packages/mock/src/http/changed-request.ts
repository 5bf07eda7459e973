import type { GatewayRequest } from '@model-gateway/core/http';

/** The members of a request that adapters compute on first use. */
type Lazy = Pick<GatewayRequest, 'headers' | 'body' | 'signal'>;

type Changes = { readonly [Name in keyof Lazy]?: () => Lazy[Name] };

/**
 * A request with other members, each asked for where it is used. A class, because V8 puts the accessors
 * of an object literal among the old objects: until it collects those, they hold the request. A spread
 * loses what the class computes.
 */
export class ChangedRequest implements GatewayRequest {
  readonly method: string;
  readonly path: string;
  readonly search: string;
  readonly mount: string;
  readonly #request: Lazy;
  readonly #changes: Changes;

  constructor(request: GatewayRequest, changes: Changes) {
    this.method = request.method;
    this.path = request.path;
    this.search = request.search;
    this.mount = request.mount;
    this.#request = request;
    this.#changes = changes;
  }

  get headers(): GatewayRequest['headers'] {
    return this.#changes.headers?.() ?? this.#request.headers;
  }

  get body(): GatewayRequest['body'] {
    return this.#changes.body?.() ?? this.#request.body;
  }

  get signal(): GatewayRequest['signal'] {
    return this.#changes.signal?.() ?? this.#request.signal;
  }
}
