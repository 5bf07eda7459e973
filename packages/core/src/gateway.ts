import type { CatalogIndex } from './catalog/catalog-index.ts';
import { createModelLinks, type LinkOptions } from './catalog/links.ts';
import { createCatalog, type Catalog } from './create-catalog.ts';
import { DIALECTS, type DialectName } from './dialect/dialect.ts';
import { isGatewayError, type ErrorName, type GatewayError } from './errors.ts';
import type { GatewayHandler, GatewayRequest, GatewayResponse } from './http/message.ts';
import { createImageService, type ImageOptions } from './images/image-service.ts';
import { withHeaders, withJson } from './http/respond.ts';
import { createMemoryDestinationStore } from './memory/destination-store.ts';
import { createMemoryGuardrailAssignmentStore } from './memory/guardrail-assignment-store.ts';
import { createMemoryMemberStore } from './memory/member-store.ts';
import type { AnyOperation, Permission } from './operations/define-operation.ts';
import type { OperationId } from './operations/index.ts';
import type { GatewayContext } from './operations/operation-context.ts';
import { operationsOf } from './operations/operations-of.ts';
import { passThroughOperation } from './operations/pass-through.ts';
import { abandonedResponse } from './pipeline/abandoned.ts';
import {
  authenticate,
  authorize,
  credentialsIn,
  INVALID_KEY,
  MISSING_AUTHENTICATION,
} from './pipeline/authenticate.ts';
import { countRequest, UNLIMITED, type RateStanding } from './pipeline/count-request.ts';
import { errorResponse } from './pipeline/error-response.ts';
import { finishResponse, requestIdOf } from './pipeline/finish.ts';
import { createInputReader } from './pipeline/read-input.ts';
import { malformedPathResponse } from './pipeline/malformed-path.ts';
import { createRouter } from './pipeline/router.ts';
import { systemClock, type Clock } from './ports/clock.ts';
import type { DestinationStore } from './ports/destination-store.ts';
import type { GuardrailAssignmentStore } from './ports/guardrail-assignment-store.ts';
import type { ApiKey, KeyStore } from './ports/key-store.ts';
import type { MemberStore } from './ports/member-store.ts';
import type { ModelStore } from './ports/model-store.ts';
import type { RequestObserver } from './ports/request-observer.ts';
import { isStoreUnavailable } from './ports/store-unavailable.ts';
import { everyRequest, observeRequests } from './telemetry/observe-requests.ts';
import type { RequestRecord } from './telemetry/request-record.ts';
import type { RequestTrace } from './telemetry/request-trace.ts';
import { watchEnding } from './telemetry/watch-ending.ts';

/** Options of `createGateway`: storage, image generation, and what this gateway allows. */
export interface GatewayOptions extends LinkOptions {
  readonly stores: {
    /** A store for this gateway alone, or a catalog that several gateways share. */
    readonly models: ModelStore | Catalog;
    readonly keys: KeyStore;
    /** Empty by default, as are `members` and `assignments`. */
    readonly destinations?: DestinationStore | undefined;
    readonly members?: MemberStore | undefined;
    readonly assignments?: GuardrailAssignmentStore | undefined;
  };
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
  /** Providers, billing and rate limits of POST /images. Without it no model makes images. */
  readonly images?: ImageOptions | undefined;
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
   * Called with errors that clients see only as a 500, and with those of refused catalog revisions.
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

/**
 * A gateway in service.
 *
 * @example
 * const response = await gateway.handle(request);
 * if (response === undefined) next(); // not a path of the gateway
 */
export interface Gateway {
  /** Answers a request; resolves to undefined when the path is not the gateway's. Never rejects. */
  readonly handle: GatewayHandler;
  /** Reads and indexes the catalog ahead of the first request. Rejects with `CatalogError`. */
  ready(): Promise<void>;
}

/**
 * Creates a model gateway over the given stores. Mount its `handle` with an adapter, or call it.
 * The steps of `handle` follow contract §1.1. Throws a `TypeError` when a shared catalog has
 * another dialect, and for an operation of your own that no request could reach.
 */
export function createGateway(options: GatewayOptions): Gateway {
  const { stores, clock = systemClock, publicCatalog = false, operations = [] } = options;
  const permissions: Readonly<Partial<Record<string, Permission>>> = options.permissions ?? {};
  const { maxBodyBytes = 32 * 1024 * 1024, today = () => clock.now() } = options;
  const report = unfailing(options.onError);
  const catalog = catalogOf(options);
  const dialect = DIALECTS[catalog.dialect];
  const context: GatewayContext = {
    clock,
    today,
    catalog,
    links: createModelLinks(options),
    images: createImageService(options.images ?? {}, clock),
    report: (error) => report(error, undefined),
    stores: {
      destinations: stores.destinations ?? createMemoryDestinationStore(),
      members: stores.members ?? createMemoryMemberStore(),
      assignments: stores.assignments ?? createMemoryGuardrailAssignmentStore(),
    },
  };
  const { onRequest, observers = [] } = options;
  const traceOf = observeRequests(
    onRequest === undefined ? observers : [everyRequest(onRequest), ...observers],
    clock,
    context.report,
  );
  const toRoute = (operation: AnyOperation) => ({
    method: operation.method,
    path: operation.path,
    operation,
    permission: permissions[operation.id] ?? operation.permission,
    isPublic: operation.isPublic || (publicCatalog && operation.id === 'listModels'),
    readInput: createInputReader(operation, maxBodyBytes),
  });
  const route = createRouter(operationsOf(operations).map(toRoute));
  const otherwise = options.passThrough && {
    route: toRoute(passThroughOperation(options.passThrough)),
    params: {},
  };

  const handle: GatewayHandler = async (request) => {
    const found = route(request.method, request.path);
    const malformed = found === undefined ? malformedPathResponse(request) : undefined;
    const match = found ?? otherwise;
    if (match === undefined || malformed !== undefined) return malformed;

    const { operation, permission, isPublic, readInput } = match.route;
    const { headers } = request;
    const requestId = requestIdOf(request);
    const startedAt = clock.now();
    let trace: RequestTrace | undefined;
    let caller: ApiKey | undefined;
    let rate: RateStanding = UNLIMITED;
    try {
      const isAnonymous = isPublic && headers['authorization'] === undefined;
      const hash = isAnonymous ? undefined : credentialsIn(headers);
      if (hash !== undefined) {
        caller = authenticate(await stores.keys.findByHash(hash), hash, clock);
      }
      trace = traceOf?.(operation, request, requestId, caller, startedAt);
      if (!isAnonymous) {
        if (hash === undefined) return refuse(request, MISSING_AUTHENTICATION, requestId, trace);
        if (caller === undefined) return refuse(request, INVALID_KEY, requestId, trace);
        authorize(caller, permission);
      }
      const limiter = operation.limiter?.(context);
      // Before the body is read, so that the request counts even when it is refused later.
      if (limiter !== undefined && caller !== undefined) rate = await countRequest(caller, limiter);
      const search = dialect.searchFromWire(request.search);
      const reading = readInput({ params: match.params, search, body: request.body });
      // Without a body there is nothing to wait for, and an extra turn costs time.
      const { params, query, body } = 'then' in reading ? await reading : reading;
      // After the checks, because the problems of a request take precedence over the rate limit.
      if (rate.refusal !== undefined) throw rate.refusal;
      const input = { request, params, query, body, caller, trace };
      const response = await operation.handle(input, context);
      const inDialect = withJson(response, (value) => dialect.jsonToWire(operation.id, value));
      return finish(request, withHeaders(inDialect, rate.headers), requestId, trace);
    } catch (error) {
      trace ??= traceOf?.(operation, request, requestId, caller, startedAt);
      if (!isGatewayError(error) || error.code === 'internal') {
        const abandoned = abandonedResponse(request, error);
        if (abandoned !== undefined) return finish(request, abandoned, requestId, trace);
        // A store reports its own outage, once and not with each request.
        if (!isStoreUnavailable(error)) report(error, request);
      }
      trace?.failed(nameOf(error));
      const response = withHeaders(errorResponse(error, caller?.userId), rate.headers);
      return finish(request, response, requestId, trace);
    }
  };

  return {
    handle,
    ready: async () => void (await catalog.current()),
  };
}

/** Returned rather than thrown: a client that guesses keys should cost the gateway little. */
function refuse(
  request: GatewayRequest,
  error: GatewayError,
  requestId: string,
  trace: RequestTrace | undefined,
): GatewayResponse {
  trace?.failed(error.code);
  return finish(request, errorResponse(error, undefined), requestId, trace);
}

function finish(
  request: GatewayRequest,
  response: GatewayResponse,
  requestId: string,
  trace: RequestTrace | undefined,
): GatewayResponse {
  const finished = finishResponse(request, response, requestId);
  return trace === undefined ? finished : watchEnding(finished, trace, request.signal);
}

function nameOf(error: unknown): ErrorName {
  if (isGatewayError(error)) return error.code;
  return isStoreUnavailable(error) ? 'unavailable' : 'internal';
}

function catalogOf({ stores: { models }, ...options }: GatewayOptions): Catalog {
  if (!('current' in models)) {
    const { onCatalog, onError } = options;
    const report = unfailing(onError);
    return createCatalog(models, {
      ...options,
      onCatalog: unfailing(onCatalog),
      onError: (error) => report(error, undefined),
    });
  }
  const { dialect = models.dialect } = options;
  if (dialect === models.dialect) return models;
  throw new TypeError(
    `a gateway with the dialect "${dialect}" cannot share a catalog with the dialect ` +
      `"${models.dialect}": create one for each dialect`,
  );
}

/** An observer that fails must not keep a client from its answer. */
function unfailing<Args extends unknown[]>(observer: ((...args: Args) => void) | undefined) {
  return (...args: Args): void => {
    try {
      observer?.(...args);
    } catch {
      // Nothing is left to report to.
    }
  };
}
