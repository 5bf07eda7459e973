import type { CatalogIndex } from './catalog/catalog-index.ts';
import { createModelLinks, type LinkOptions } from './catalog/links.ts';
import { LiveCatalog } from './catalog/live-catalog.ts';
import { DIALECTS, type DialectName } from './dialect/dialect.ts';
import { invalidRequest, isGatewayError } from './errors.ts';
import type { GatewayHandler, GatewayRequest } from './http/message.ts';
import { createQueryReader } from './http/query-string.ts';
import type { OperationContext, Permission } from './operations/define-operation.ts';
import { OPERATIONS, type OperationId } from './operations/index.ts';
import { authenticate, authorize } from './pipeline/authenticate.ts';
import { errorResponse } from './pipeline/error-response.ts';
import { finish, requestIdOf } from './pipeline/finish.ts';
import { createRouter } from './pipeline/router.ts';
import { systemClock, type Clock } from './ports/clock.ts';
import type { ApiKey, KeyStore } from './ports/key-store.ts';
import type { ModelStore } from './ports/model-store.ts';

export interface GatewayOptions extends LinkOptions {
  readonly stores: {
    readonly models: ModelStore;
    readonly keys: KeyStore;
  };
  readonly clock?: Clock | undefined;
  /** Which kind of key each operation admits, where it is not the default of decisions §2.4. */
  readonly permissions?: Readonly<Partial<Record<OperationId, Permission>>> | undefined;
  /** Lets GET /models be read without a key (decisions §2.5). A key that is sent still counts. */
  readonly publicCatalog?: boolean | undefined;
  /** The names that clients use (decisions §7). */
  readonly dialect?: DialectName | undefined;
  /** Told of every catalog revision that is now served; its `reports` name what was unknown in it. */
  readonly onCatalog?: ((index: CatalogIndex) => void) | undefined;
  /** Told of what clients only see as a 500, and of a catalog revision that was refused. */
  readonly onError?: ((error: unknown, request: GatewayRequest | undefined) => void) | undefined;
}

export interface Gateway {
  /** Answers a request, or resolves to undefined when it is not the gateway's. Never rejects. */
  readonly handle: GatewayHandler;
  /** Reads and indexes the catalog ahead of the first request. Rejects with `CatalogError`. */
  ready(): Promise<void>;
}

/**
 * A model gateway over the given stores. Mount its `handle` with an adapter, or call it.
 * What `handle` does, step by step, is spec §1–§7 in the order of decisions §1.1.
 */
export function createGateway(options: GatewayOptions): Gateway {
  const { stores, clock = systemClock, permissions = {}, publicCatalog = false } = options;
  const dialect = DIALECTS[options.dialect ?? 'gateway'];
  const catalog = new LiveCatalog(stores.models, {
    toWire: dialect.modelToWire,
    onIndexed: options.onCatalog,
    onRefused: (error) => options.onError?.(error, undefined),
    clock,
  });
  const context: OperationContext = {
    clock,
    catalog: () => catalog.current(),
    links: createModelLinks(options),
  };
  const route = createRouter(
    OPERATIONS.map((operation) => ({
      method: operation.method,
      path: operation.path,
      operation,
      permission: permissions[operation.id] ?? operation.permission,
      isPublic: publicCatalog && operation.id === 'listModels',
      readQuery: createQueryReader(operation.query),
    })),
  );
  type Match = NonNullable<ReturnType<typeof route>>;

  const handle: GatewayHandler = async (request) => {
    const match = route(request.method, request.path);
    if (match === undefined) return undefined;

    const requestId = requestIdOf(request);
    let caller: ApiKey | undefined;
    try {
      caller = await identify(request, match);
      const query = check(request, match);
      const response = await match.route.operation.handle({ request, query, caller }, context);
      return finish(request, response, requestId);
    } catch (error) {
      if (!isGatewayError(error)) options.onError?.(error, request);
      return finish(request, errorResponse(error, caller?.userId), requestId);
    }
  };

  async function identify(request: GatewayRequest, { route: { isPublic, permission } }: Match) {
    if (isPublic && request.headers['authorization'] === undefined) return undefined;
    const key = await authenticate(request.headers, stores.keys, clock);
    authorize(key, permission);
    return key;
  }

  function check(request: GatewayRequest, { route: { readQuery } }: Match) {
    const reading = readQuery(dialect.searchFromWire(request.search));
    if (!reading.ok) throw invalidRequest(reading.issues);
    return reading.query;
  }

  return {
    handle,
    ready: async () => void (await catalog.current()),
  };
}
