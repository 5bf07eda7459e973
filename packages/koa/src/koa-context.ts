import type { IncomingMessage, ServerResponse } from 'node:http';

/** What we need of Koa's context; written out so that users need no types of ours. */
export interface KoaContext {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  /** Without what koa-mount stripped. */
  readonly url: string;
  readonly originalUrl: string;
  /** A body parser leaves its result here, as `body`. */
  readonly request: object;
  /** Its middleware, the outermost first. */
  readonly app?: { readonly middleware?: readonly unknown[] | undefined } | undefined;
  /** Whether Koa sends what is put on the context. */
  respond?: boolean | undefined;
  readonly headerSent: boolean;
  status: number;
  body: unknown;
  set(headers: Readonly<Record<string, string>>): void;
  remove(name: string): void;
  flushHeaders(): void;
}

export type KoaMiddleware = (ctx: KoaContext, next: () => Promise<unknown>) => Promise<unknown>;
