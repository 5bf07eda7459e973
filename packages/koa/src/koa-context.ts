import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * The part of Koa's context that the adapter uses; declared here so that users need no types of
 * Koa.
 */
export interface KoaContext {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  /** Without the prefix that koa-mount stripped. */
  readonly url: string;
  readonly originalUrl: string;
  /** Where a body parser leaves its result, as `body`. */
  readonly request: object;
  /** Holds the middleware, outermost first. */
  readonly app?: { readonly middleware?: readonly unknown[] | undefined } | undefined;
  /** Whether Koa sends the response on the context. */
  respond?: boolean | undefined;
  readonly headerSent: boolean;
  status: number;
  body: unknown;
  set(headers: Readonly<Record<string, string>>): void;
  remove(name: string): void;
  flushHeaders(): void;
}

/** Middleware for `app.use` of Koa. */
export type KoaMiddleware = (ctx: KoaContext, next: () => Promise<unknown>) => Promise<unknown>;
