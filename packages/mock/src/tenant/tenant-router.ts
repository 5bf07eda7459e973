import { GatewayError, hashKey } from '@model-gateway/core';
import {
  errorResponse,
  finishResponse,
  mountAt,
  requestIdOf,
  type GatewayHandler,
  type GatewayRequest,
  type GatewayResponse,
} from '@model-gateway/core/http';
import { decodeSegment, didYouMean } from '@model-gateway/core/kit';
import { diagnostic } from '../diagnostics.ts';
import { RequestRecord, type RecordObserver } from '../journal/request-record.ts';
import type { TrafficListener } from '../journal/traffic.ts';
import type { RuleHandle } from '../rules/rule-handle.ts';
import { keyOf } from '../http/key-of.ts';
import type { NearbyGateway } from '../http/nearest-operation.ts';
import { notHere } from '../http/nothing-here.ts';
import type { TenantRuntime } from './tenant-runtime.ts';
import { withAnyKey } from './with-any-key.ts';

/**
 * Finds the tenant that a request is for: by the prefix `/t/<id>` of its path, where any key will
 * do, else by its key, else it is the main tenant's.
 */
export class TenantRouter {
  readonly #main: TenantRuntime;
  readonly #traffic: TrafficListener | undefined;
  readonly #tenants = new Map<string, TenantRuntime>();
  readonly #byKey = new Map<string, TenantRuntime>();
  /** The ids of tenants that are gone, by key: whose a late request was. */
  readonly #gone = new Map<string, string>();

  constructor(main: TenantRuntime, traffic?: TrafficListener) {
    this.#main = main;
    this.#traffic = traffic;
    this.add(main);
  }

  /** Throws when the id or one of the keys is another tenant's. */
  add(tenant: TenantRuntime): void {
    if (this.#tenants.has(tenant.id)) {
      const message = `there is already a tenant "${tenant.id}": give each its own id`;
      throw diagnostic('GW1102', message);
    }
    const taken = Object.entries(tenant.keys).find(([, text]) => this.#byKey.has(text));
    if (taken !== undefined) {
      const [name, text] = taken;
      throw diagnostic(
        'GW1103',
        `the ${name} key of tenant "${tenant.id}" already belongs to tenant "${this.#byKey.get(text)?.id}"` +
          ': requests find their tenant by its key',
      );
    }
    this.#tenants.set(tenant.id, tenant);
    for (const text of Object.values(tenant.keys)) {
      this.#byKey.set(text, tenant);
      this.#gone.delete(text);
    }
  }

  /** Takes a tenant away; an unknown one is fine. */
  remove(tenant: TenantRuntime): void {
    if (this.#tenants.get(tenant.id) !== tenant) return;
    this.#tenants.delete(tenant.id);
    for (const text of Object.values(tenant.keys)) {
      this.#byKey.delete(text);
      this.#gone.set(text, tenant.id);
    }
    for (const text of this.#gone.keys()) {
      if (this.#gone.size <= MOST_GONE_KEYS) break;
      this.#gone.delete(text);
    }
  }

  get(id: string): TenantRuntime | undefined {
    return this.#tenants.get(id);
  }

  all(): readonly TenantRuntime[] {
    return [...this.#tenants.values()];
  }

  /** The API of all tenants under `basePath`, and under `/t/<id>` before it. */
  handleAt(basePath: string): GatewayHandler {
    const byKey = mountAt(basePath, this.#byKeyOf);
    const byPrefix = async (request: GatewayRequest, segment: string) => {
      const tenant = this.#tenants.get(decodeSegment(segment) ?? segment);
      if (tenant === undefined) return this.#unknownTenant(request, segment);
      const named = mountAt(`/t/${segment}${basePath}`, withAnyKey(tenant));
      return (await named(request)) ?? byKey(request);
    };
    return (request) => {
      const segment = PREFIX.exec(request.path)?.[1];
      return segment === undefined ? byKey(request) : byPrefix(request, segment);
    };
  }

  /**
   * Answers nothing: notes requests under `basePath`, or under `/t/<id>` before it, as unhandled by
   * their tenant.
   */
  unhandledAt(basePath: string): GatewayHandler {
    return async (request) => {
      const { tenant, path } = this.#addressee(request);
      const isUnder = path === basePath || path.startsWith(`${basePath}/`);
      if (isUnder && !FROM_BROWSERS.test(path)) tenant.unhandled(request);
      return undefined;
    };
  }

  /**
   * Answers 404 for the tenant that a request is for, where no other server follows. The message
   * names the rule of a route that has answered as often as it may, or the nearest operation.
   */
  refuseFor(gateway: NearbyGateway): GatewayHandler {
    return async (request) => {
      const { tenant, path } = this.#addressee(request);
      const below = `${gateway.basePath}/`;
      const rule = path.startsWith(below)
        ? tenant.usedUpFor({ ...request, path: path.slice(below.length - 1) })
        : undefined;
      return tenant.refuse(request, rule ? usedUp(rule) : notHere(request, gateway));
    };
  }

  /** Returns a handler whose answers leave as those of the tenant whose key the request has. */
  throughExit(handle: GatewayHandler): GatewayHandler {
    return async (request) => {
      const response = await handle(request);
      return response && this.#ownerOf(request).leave(response);
    };
  }

  /** The tenant that a request is for, and its path below the tenant's prefix. */
  #addressee(request: GatewayRequest): { readonly tenant: TenantRuntime; readonly path: string } {
    const prefix = PREFIX.exec(request.path);
    const id = prefix?.[1] ?? '';
    const named = this.#tenants.get(decodeSegment(id) ?? id);
    return {
      tenant: named ?? this.#ownerOf(request),
      path: request.path.slice(named === undefined ? 0 : prefix?.[0].length),
    };
  }

  /** Returns the tenant whose key a request carries, or the main tenant. */
  #ownerOf(request: GatewayRequest): TenantRuntime {
    const key = keyOf(request);
    return (key === undefined ? undefined : this.#withKey(key)) ?? this.#main;
  }

  /** Returns the tenant that has a key; of those that have one that a client made, the oldest. */
  #withKey(key: string): TenantRuntime | undefined {
    const owner = this.#byKey.get(key);
    if (owner !== undefined) return owner;
    const hash = hashKey(key);
    return this.all().find((tenant) => tenant.hasKey(hash));
  }

  readonly #byKeyOf: GatewayHandler = (request) => {
    const key = keyOf(request);
    const owner = key === undefined ? undefined : this.#withKey(key);
    const tenant = owner ?? this.#main;
    const isStrange = key !== undefined && owner === undefined;
    const hint = isStrange ? this.#whoseKey(key) : undefined;
    return tenant.answer(request, tenant.targetOf(request), hint);
  };

  #whoseKey(key: string): string {
    const gone = this.#gone.get(key);
    if (gone !== undefined) return `the key was that of the tenant "${gone}", which is closed`;
    return 'no tenant of this mock gateway has this key';
  }

  #unknownTenant(request: GatewayRequest, segment: string): GatewayResponse {
    // In no journal, since it is for no tenant, but not unseen.
    this.#traffic?.ended({
      tenant: segment,
      record: new RequestRecord(0, request, undefined, UNOBSERVED),
      redaction: this.#main.journal.redaction,
    });
    const isGone = [...this.#gone.values()].includes(segment);
    const what = isGone ? `the tenant "${segment}" is closed` : `there is no tenant "${segment}"`;
    const hint = isGone ? '' : didYouMean(segment, this.#tenants.keys());
    const message = `Resource not found: ${what} in this mock gateway${hint}`;
    const response = errorResponse(new GatewayError('notFound', { message }), undefined);
    return finishResponse(request, response, requestIdOf(request));
  }
}

const UNOBSERVED: RecordObserver = {
  now: () => 0,
  bodyCame() {},
  keepsResponses: false,
  responseCame() {},
  changed() {},
  ended() {},
};

function usedUp({ id, hits }: RuleHandle): GatewayError {
  const times = hits === 1 ? 'one request' : `${hits} requests`;
  const message =
    `Resource not found: the rule "${id}" answered ${times} and is used up; ` +
    'with { times: Infinity } it answers all of them';
  return new GatewayError('notFound', { message });
}

/** Those of some hundred tenants. */
const MOST_GONE_KEYS = 2000;

const PREFIX = /^\/t\/([^/]+)(?=\/|$)/;
/** Paths that browsers request from every host by themselves. */
const FROM_BROWSERS = /^\/(?:favicon\.ico$|\.well-known\/)/;
