import type { GatewayRequest } from '../http/message.ts';
import type { Model } from '../resources/model.ts';

/** URLs of this gateway, for the links in its responses. */
export interface LinkOptions {
  /** The gateway's own URL as clients see it, version segment included: `https://ai.example/v1`. */
  readonly publicBaseUrl?: string | undefined;
  /** URL of the page that shows a model; by default `links.details` without `/endpoints`. */
  readonly modelPage?: ((model: Model) => string) | undefined;
  /** URL of the page that chats with a model; by default the model's page followed by `/chat`. */
  readonly chatPage?: ((model: Model) => string) | undefined;
}

/** The URLs in responses of the catalog. Source: contract §3.1, §3.9. */
export interface ModelLinks {
  /**
   * Returns the request's own URL with another page: path-absolute, or absolute with
   * `publicBaseUrl`.
   */
  nextPage(request: GatewayRequest, page: { offset: number; limit: number }): string;
  /** Returns the request's own URL, absolute. */
  self(request: GatewayRequest): string;
  /** Returns the absolute URL of the catalog itself. */
  catalog(request: GatewayRequest): string;
  /**
   * Returns the absolute URL of a model's page or chat page, http or https. Anything else in
   * imported data becomes the base URL. Source: contract §3.9.
   */
  page(request: GatewayRequest, model: Model, kind: 'model' | 'chat'): string;
}

export function createModelLinks(options: LinkOptions): ModelLinks {
  const publicBase = options.publicBaseUrl?.replace(/\/+$/, '');
  const absoluteBase = (request: GatewayRequest) => publicBase ?? origin(request) + request.mount;

  return {
    nextPage(request, { offset, limit }) {
      const search = [...otherPairs(request.search), `offset=${offset}`, `limit=${limit}`];
      return `${publicBase ?? request.mount}${request.path}?${search.join('&')}`;
    },
    self: (request) => absoluteBase(request) + request.path + request.search,
    catalog: (request) => absoluteBase(request) + request.path,
    page(request, model, kind) {
      const base = absoluteBase(request);
      const chosen = kind === 'chat' ? options.chatPage : options.modelPage;
      if (chosen !== undefined) {
        const text = chosen(model);
        // A host's own URL is not rewritten.
        return isWebPage(text) ? text : pageAt(text, base);
      }
      const page = model.links.details.replace(/\/endpoints\/?$/, '');
      return pageAt(kind === 'chat' ? `${page}/chat` : page, base);
    },
  };
}

/** Returns the other pairs of a query, byte for byte as received. Source: contract §1.6. */
function otherPairs(search: string): readonly string[] {
  return search
    .slice(1)
    .split('&')
    .filter((pair) => {
      const name = nameIn(pair);
      return pair !== '' && name !== 'offset' && name !== 'limit';
    });
}

/** Returns the name of a pair; only one with an escape has to be parsed to be compared. */
function nameIn(pair: string): string | undefined {
  const equals = pair.indexOf('=');
  const name = equals === -1 ? pair : pair.slice(0, equals);
  if (!name.includes('%')) return name;
  // With its own question mark, because one is removed from the pair.
  const [decoded] = new URLSearchParams(`?${pair}`).keys();
  return decoded;
}

const HOST = /^[\w.-]+(:\d{1,5})?$|^\[[\da-fA-F:.]+\](:\d{1,5})?$/;

/**
 * Returns the origin for feeds, which need absolute URLs. Without `publicBaseUrl` the host header
 * names the server; a missing or invalid one is not repeated to the client.
 */
function origin({ headers }: GatewayRequest): string {
  const host = headers['host'] ?? '';
  return `http://${HOST.test(host) ? host : 'localhost'}`;
}

function pageAt(path: string, base: string): string {
  return isWebPage(path, base) ? new URL(path, base).href : base;
}

function isWebPage(url: string, base?: string): boolean {
  return URL.canParse(url, base) && /^https?:$/.test(new URL(url, base).protocol);
}
