import type { CatalogIndex } from './catalog/catalog-index.ts';
import type { LinkOptions } from './catalog/links.ts';
import type { Catalog } from './create-catalog.ts';
import type { OriginChange } from './destinations/origin-change.ts';
import type { DialectName } from './dialect/dialect.ts';
import type { GatewayHandler, GatewayRequest } from './http/message.ts';
import type { InferenceOptions } from './inference/service.ts';
import type { AnyOperation, Permission } from './operations/operation.ts';
import type { OperationId } from './operations/index.ts';
import type { Authenticate } from './pipeline/identify.ts';
import type { Clock } from './ports/clock.ts';
import type { GenerationStore } from './ports/generation-store.ts';
import type { GuardrailStore } from './ports/guardrail-store.ts';
import type { KeyLimits, KeyStore } from './ports/key-store.ts';
import type { ListStores } from './ports/list-stores.ts';
import type { ModelStore } from './ports/model-store.ts';
import type { Provider } from './ports/provider.ts';
import type { RequestObserver } from './ports/request-observer.ts';
import type { RequestRecord } from './ports/request-record.ts';
import type { BudgetStore } from './ports/spending.ts';

/**
 * Options of `createGateway`: storage, providers, and what this gateway allows.
 *
 * @example
 * const options: GatewayOptions = {
 *   stores: { models: createMemoryModelStore(entries), keys: createMemoryKeyStore(keys) },
 *   onError: (error) => console.error(error),
 * };
 */
export interface GatewayOptions extends LinkOptions {
  readonly stores: {
    /** A store for this gateway alone, or a catalog that several gateways share. */
    readonly models: ModelStore | Catalog;
    /**
     * Needed unless `authenticate` knows every caller. With a `WritableKeyStore`, such as one in
     * memory or SQL, management keys administer the keys of their account; without one the
     * operations of /keys are a 404. Source: contract §19.1.
     */
    readonly keys?: KeyStore | undefined;
    /**
     * Keeps what each generation was and cost, without prompts and answers. Without one nothing is
     * kept, and GET /generation and GET /activity are a 404. Source: contract §15.1.
     */
    readonly generations?: GenerationStore | undefined;
    /**
     * The budgets of workspaces and organizations; without it only keys have limits. Source: contract
     * §2.9.
     */
    readonly budgets?: BudgetStore | undefined;
    /**
     * The guardrails that act, of keys and of members; without it none do, whatever `assignments`
     * lists. Source: contract §6.3.
     */
    readonly guardrails?: GuardrailStore | undefined;
  } & { readonly [Name in keyof ListStores]?: ListStores[Name] | undefined };
  /**
   * Authenticates requests in your own way, by a session or a token of another issuer: returns who
   * calls, and null or undefined where it does not know, so that the key store is asked. Called
   * before it for every request, without a header `authorization` too. What it throws is a 500, or
   * the answer of a `GatewayError`. Source: contract §2.7.
   */
  readonly authenticate?: Authenticate | undefined;
  /**
   * Milliseconds that a store may take for an answer; 10,000 by default, 0 for no limit. After it
   * clients get a 503 with `retry-after`, and `onError` is called once for the outage. Also limits
   * `authenticate` and the rate limiter. Source: contract §1.9.
   */
  readonly storeTimeoutMs?: number | undefined;
  /**
   * Operations of your own, made by `defineOperation`, beside the gateway's. Keys, checks, errors,
   * records and the OpenAPI document treat them as the others. Source: contract §1.10.
   */
  readonly operations?: readonly AnyOperation[] | undefined;
  /**
   * Answers requests of no operation, for example `passThrough(url, { apiKey })` of
   * `@model-gateway/egress`. Called only for valid keys, inference keys by default, without a list
   * of models; it is not billed. Without it such requests are the host's. Source: contract §1.10.
   */
  readonly passThrough?: GatewayHandler | undefined;
  /**
   * The upstreams that make what is asked for, such as images. Iterated on each request, so that they
   * may change at any time. Without them no model makes anything. Source: contract §4.
   */
  readonly providers?: Iterable<Provider> | undefined;
  /** Billing, rate limits, times and memory of the operations that call a provider. */
  readonly inference?: InferenceOptions | undefined;
  /** What PATCH /observability/destinations/{id} lets clients do. */
  readonly destinations?: DestinationOptions | undefined;
  /**
   * The limits of keys that POST /keys makes, as far as the request names none: `limit` and
   * `limit_reset` of a request take the place of both. None by default. Source: contract §19.1.
   */
  readonly newKeyLimits?: Partial<KeyLimits> | undefined;
  readonly clock?: Clock | undefined;
  /**
   * The moment that ages of models are measured from, in milliseconds since the Unix epoch; the
   * clock's by default. Set it for a catalog of another day, such as a dump. Source: contract §3.6.
   */
  readonly today?: (() => number) | undefined;
  /**
   * Which kind of key each operation admits, where that differs from the default of contract §2.4.
   */
  readonly permissions?:
    | Readonly<Partial<Record<OperationId | 'passThrough', Permission>>>
    | undefined;
  /**
   * Lets clients read GET /models without a key (contract §2.5). A key that is sent is still
   * checked.
   */
  readonly publicCatalog?: boolean | undefined;
  /**
   * Whether POST /messages and POST /messages/count_tokens read the key in `x-api-key` where
   * `authorization` is absent, as Anthropic's clients send it; true by default. Source: contract
   * §13.6.
   */
  readonly xApiKey?: boolean | undefined;
  /** Longest request body in bytes; 32 MiB by default (contract §4.8). */
  readonly maxBodyBytes?: number | undefined;
  /** The dialect of this gateway's clients (contract §7). */
  readonly dialect?: DialectName | undefined;
  /**
   * Called with every catalog revision that goes into service; its `reports` list what was unknown
   * in it. A shared catalog calls the `onCatalog` that it was created with instead.
   */
  readonly onCatalog?: ((index: CatalogIndex) => void) | undefined;
  /**
   * Called with errors that clients see only as a 500, with outages of stores, and with the errors
   * of refused catalog revisions. `console.error` by default; `() => {}` turns it off.
   */
  readonly onError?: ((error: unknown, request: GatewayRequest | undefined) => void) | undefined;
  /**
   * Called once for every request of an operation, after the end of its response: who asked for
   * what, what became of it, which providers were tried, and what it cost. For logs and metrics;
   * holds no prompt and no key. Source: contract §1.12.
   */
  readonly onRequest?: ((record: RequestRecord) => void) | undefined;
  /** More observers of requests, such as telemetry; they may ask for prompts and results, too. */
  readonly observers?: readonly RequestObserver[] | undefined;
}

/** Options for observability destinations. */
export interface DestinationOptions {
  /**
   * What a PATCH that changes the origin of a destination's address does with secrets that it does
   * not send: `keep-secrets`, the default, keeps them, as every member that is left out;
   * `require-secrets` answers 400 and names them, so that no caller can have stored credentials sent to
   * an address of their own. Source: contract §5.11.
   */
  readonly originChange?: OriginChange | undefined;
}
