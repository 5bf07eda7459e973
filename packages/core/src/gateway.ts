import { toKeyLimits } from './accounts/key-limits.ts';
import { createModelLinks } from './catalog/links.ts';
import { checkGatewayOptions, checkPermissions } from './check-gateway-options.ts';
import { createCatalog, STORE_TIMEOUT_MS, type Catalog } from './create-catalog.ts';
import { DIALECTS } from './dialect/dialect.ts';
import type { GatewayOptions } from './gateway-options.ts';
import { oncePerObject } from './once-per-object.ts';
import { isGatewayError, type ErrorName } from './errors.ts';
import type { GatewayHandler, GatewayRequest, GatewayResponse } from './http/message.ts';
import { isPromise } from './ports/maybe-promise.ts';
import type { BreakerReport } from './inference/attempts/breakers.ts';
import { hasFace } from './inference/routing/endpoints-of.ts';
import { createInferenceService } from './inference/service.ts';
import { withHeaders, withJson } from './http/respond.ts';
import { faceOf } from './operations/face-operations.ts';
import type { AnyOperation, Permission } from './operations/operation.ts';
import type { GatewayContext } from './operations/operation-context.ts';
import { passThroughOperation } from './operations/pass-through.ts';
import { abandonedResponse } from './pipeline/abandoned.ts';
import { authorize } from './pipeline/authenticate.ts';
import { createIdentify } from './pipeline/identify.ts';
import { countRequest, UNLIMITED, type RateStanding } from './pipeline/count-request.ts';
import { errorResponse } from './pipeline/error-response.ts';
import { finishWith, requestIdOf } from './pipeline/finish.ts';
import { createInputReader } from './pipeline/read-input.ts';
import { malformedPathResponse } from './pipeline/malformed-path.ts';
import { operationResponse } from './pipeline/operation-response.ts';
import { createOperationSet } from './pipeline/operation-set.ts';
import { createSpellingFinder, type SpellingFinder } from './pipeline/spelling-finder.ts';
import { printError } from './pipeline/print-error.ts';
import { Refusal } from './pipeline/refusal.ts';
import { systemClock } from './ports/clock.ts';
import { settlesWithin } from './ports/settles-within.ts';
import { createDeadline } from './ports/deadline.ts';
import type { ApiKey } from './ports/key-store.ts';
import { isStoreUnavailable } from './ports/store-unavailable.ts';
import {
  budgetsInTime,
  generationsInTime,
  guardrailsInTime,
  storesInTime,
  writableKeysInTime,
} from './stores.ts';
import { everyRequest, observeRequests } from './telemetry/observe-requests.ts';
import type { RequestTrace } from './telemetry/request-trace.ts';
import { watchEnding } from './telemetry/watch-ending.ts';

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
  /**
   * Resolves once every charge is made: calls that are read although their clients have left end, and
   * charges that a ledger failed to make are tried again. Call it before the process ends, after the
   * last request. After `timeoutMs`, 10,000 by default, it gives up and calls `onError` with each
   * charge that is lost. Source: contract §4.7, §12.9.
   */
  settled(timeoutMs?: number): Promise<void>;
  /**
   * Returns the breakers of the endpoints that have failed since their last success: whether
   * requests go there, how many failures there were, and how long it still cools down. Those of this
   * process: others have their own. Source: contract §4.6.
   */
  breakers(): readonly BreakerReport[];
}

/**
 * Creates a model gateway over the given stores. Mount its `handle` with an adapter, or call it.
 * The steps of `handle` follow contract §1.1. Throws a `TypeError` with one
 * sentence for options that are unknown, missing or wrong, when a shared catalog has another
 * dialect, and for an operation of your own that no request could reach.
 *
 * @example
 * const gateway = createGateway({
 *   stores: {
 *     models: createMemoryModelStore(parseCatalog(text).entries),
 *     keys: createMemoryKeyStore([createApiKey('my-key')]),
 *   },
 * });
 */
export function createGateway(options: GatewayOptions): Gateway {
  checkGatewayOptions(options);
  const { stores, clock = systemClock, publicCatalog = false, operations = [] } = options;
  const { xApiKey = true } = options;
  const set = createOperationSet(operations);
  checkPermissions(options.permissions, set.all);
  const permissions: Readonly<Partial<Record<string, Permission>>> = options.permissions ?? {};
  const { maxBodyBytes = 32 * 1024 * 1024, today = () => clock.now() } = options;
  const report = unfailing(options.onError ?? printError);
  const reportAlone = (error: unknown) => report(error, undefined);
  const ask = createDeadline(clock, options.storeTimeoutMs ?? STORE_TIMEOUT_MS, reportAlone);
  const { keys } = stores;
  const identify = createIdentify({ authenticate: options.authenticate, keys, clock, ask, report });
  const catalog = catalogOf(options);
  const dialect = DIALECTS[catalog.dialect];
  const { inference = {} } = options;
  const generations = stores.generations && generationsInTime(stores.generations, ask);
  const context: GatewayContext = {
    clock,
    today,
    catalog,
    links: createModelLinks(options),
    dialect,
    inference: createInferenceService(options.providers ?? [], inference, clock, reportAlone, ask, {
      generations: generations && {
        store: generations,
        isLedgers: inference.ledger?.generations === stores.generations,
      },
      budgets: stores.budgets && budgetsInTime(stores.budgets, ask),
      guardrails: stores.guardrails && guardrailsInTime(stores.guardrails, ask),
    }),
    originChange: options.destinations?.originChange ?? 'keep-secrets',
    newKeyLimits: toKeyLimits(options.newKeyLimits ?? {}),
    report: reportAlone,
    stores: { ...storesInTime(stores, ask), generations, keys: writableKeysInTime(keys, ask) },
  };
  const { onRequest, observers = [] } = options;
  const traceOf = observeRequests(
    onRequest === undefined ? observers : [everyRequest(onRequest), ...observers],
    clock,
    context.report,
  );
  const routeOf = oncePerObject((operation: AnyOperation) => ({
    operation,
    // The host may have such an operation as one of its own, which needs no provider.
    face: set.ofFaces.includes(operation) ? faceOf(operation) : undefined,
    permission: permissions[operation.id] ?? operation.permission,
    isPublic: operation.isPublic || (publicCatalog && operation.isOfCatalog === true),
    keyHeader: xApiKey ? operation.keyHeader : undefined,
    readInput: createInputReader(operation, maxBodyBytes),
  }));
  const isServed = ({ face }: ReturnType<typeof routeOf>) =>
    face === undefined || hasFace(face, context.inference.providers);
  const find = (method: string, path: string) => {
    const found = set.find(method, path);
    if (found === undefined) return undefined;
    const route = routeOf(found.operation);
    return isServed(route) ? { route, params: found.params } : undefined;
  };
  let spellings: SpellingFinder | undefined;
  const meantBy = ({ method, path }: GatewayRequest) => {
    // Only programs that pass on what is no operation need it.
    spellings ??= createSpellingFinder(set.all.filter((one) => isServed(routeOf(one))));
    return spellings(method, path)?.path;
  };
  const otherwise = options.passThrough && {
    route: routeOf(passThroughOperation(options.passThrough, meantBy)),
    params: {},
  };

  const handle: GatewayHandler = async (request) => {
    const found = find(request.method, request.path);
    const malformed = found === undefined ? malformedPathResponse(request) : undefined;
    const match = found ?? otherwise;
    if (match === undefined || malformed !== undefined) return malformed;

    const { operation, permission, readInput } = match.route;
    const requestId = requestIdOf(request);
    const startedAt = clock.now();
    let trace: RequestTrace | undefined;
    let caller: ApiKey | undefined;
    let rate: RateStanding = UNLIMITED;
    const form = operation.errorForm;
    const failing = (error: unknown) =>
      withJson(errorResponse(error, caller?.userId, { requestId, form }), dialect.errorToWire);
    const finish = (response: GatewayResponse, more?: RateStanding['headers']) => {
      const named = withIdHeader(response, operation, requestId);
      const finished = finishWith(more, request, named, requestId);
      return trace === undefined ? finished : watchEnding(finished, trace, request);
    };
    try {
      const identifying = identify(request, match.route);
      const identity = isPromise(identifying) ? await identifying : identifying;
      const isRefused = identity instanceof Refusal;
      if (!isRefused) caller = identity;
      trace = traceOf?.(operation, request, requestId, caller, startedAt);
      // Not thrown: a client that guesses keys should cost the gateway little.
      if (isRefused) {
        trace?.refused(identity.error.code, identity.key);
        return finish(failing(identity.error));
      }
      if (caller !== undefined) authorize(caller, permission);
      // Before the body is read, so that the request counts even when it is refused later.
      if (operation.limiter !== undefined && caller !== undefined) {
        const { meter } = context.inference;
        const limiter = operation.limiter(context);
        const counting = countRequest(caller, { limiter, meter, clock }, ask);
        rate = isPromise(counting) ? await counting : counting;
      }
      const search = dialect.searchFromWire(request.search);
      const { params: segments } = match;
      const encoding = request.headers['content-encoding'];
      const reading = readInput({ params: segments, search, body: request.body, encoding });
      // Without a body there is nothing to wait for, and an extra turn costs time.
      const { params, query, body, memory } = isPromise(reading) ? await reading : reading;
      // After the checks, because the problems of a request take precedence over the rate limit.
      if (rate.refusal !== undefined) throw rate.refusal;
      const { id } = operation;
      const input = { operation: id, request, params, query, body, memory, caller, trace };
      const answered = await operation.handle(input, context);
      const response = operationResponse(id, answered);
      const inDialect = withJson(response, (value) => dialect.jsonToWire(id, value));
      return finish(inDialect, rate.headers);
    } catch (error) {
      trace ??= traceOf?.(operation, request, requestId, caller, startedAt);
      if (!isGatewayError(error) || error.code === 'internal') {
        const abandoned = abandonedResponse(request, error);
        if (abandoned !== undefined) return finish(abandoned);
        // A store reports its own outage, once and not with each request.
        if (!isStoreUnavailable(error)) report(error, request);
      }
      trace?.failed(nameOf(error));
      return finish(failing(error), rate.headers);
    }
  };

  return {
    handle,
    ready: async () => void (await catalog.current()),
    breakers: () => context.inference.breakers.reports(),
    async settled(timeoutMs = 10_000) {
      const { drained, ledger, watch } = context.inference;
      const startedAt = clock.now();
      // Their charges wait for the ledger, which may never answer.
      await settlesWithin(drained.end(), timeoutMs, clock);
      await ledger?.settled(Math.max(0, timeoutMs - (clock.now() - startedAt)));
      await watch?.end();
    },
  };
}

function withIdHeader(
  response: GatewayResponse,
  { requestIdHeader }: AnyOperation,
  requestId: string,
): GatewayResponse {
  if (requestIdHeader === undefined) return response;
  return withHeaders(response, { [requestIdHeader]: requestId });
}

function nameOf(error: unknown): ErrorName {
  if (isGatewayError(error)) return error.code;
  return isStoreUnavailable(error) ? 'unavailable' : 'internal';
}

function catalogOf({ stores: { models }, ...options }: GatewayOptions): Catalog {
  if (!('current' in models)) {
    const { dialect, clock, storeTimeoutMs, onCatalog, onError } = options;
    const report = unfailing(onError ?? printError);
    return createCatalog(models, {
      dialect,
      clock,
      storeTimeoutMs,
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
