import {
  errorResponse,
  firstOf,
  GatewayError,
  mountAt,
  type GatewayHandler,
  type GatewayResponse,
} from '@model-gateway/core';
import type { Tenant } from './tenant.ts';
import { keyOf, withAnyKey } from './with-any-key.ts';

/**
 * Finds the tenant that a request is for: by the prefix `/t/<id>` of its path, where any key will
 * do, else by its key, else it is the main tenant's.
 */
export class TenantDirectory {
  readonly #main: Tenant;
  readonly #tenants = new Map<string, Tenant>();
  readonly #byKey = new Map<string, Tenant>();

  constructor(main: Tenant) {
    this.#main = main;
    this.add(main);
  }

  /** Throws when the id or one of the keys is another tenant's. */
  add(tenant: Tenant): void {
    if (this.#tenants.has(tenant.id)) {
      throw new TypeError(`there is a tenant "${tenant.id}" already: give each an id of its own`);
    }
    const taken = Object.entries(tenant.keys).find(([, text]) => this.#byKey.has(text));
    if (taken !== undefined) {
      const [name, text] = taken;
      throw new TypeError(
        `the ${name} key of tenant "${tenant.id}" is that of tenant "${this.#byKey.get(text)?.id}"` +
          ' already: a key says which tenant a request is for',
      );
    }
    this.#tenants.set(tenant.id, tenant);
    for (const text of Object.values(tenant.keys)) this.#byKey.set(text, tenant);
  }

  remove(tenant: Tenant): void {
    this.#tenants.delete(tenant.id);
    for (const text of Object.values(tenant.keys)) this.#byKey.delete(text);
  }

  get(id: string): Tenant | undefined {
    return this.#tenants.get(id);
  }

  all(): readonly Tenant[] {
    return [...this.#tenants.values()];
  }

  /** The API of all tenants under `basePath`, and under `/t/<id>` before it. */
  handleAt(basePath: string): GatewayHandler {
    const byPrefix: GatewayHandler = async (request) => {
      const segment = PREFIX.exec(request.path)?.[1];
      if (segment === undefined) return undefined;
      const tenant = this.#tenants.get(decodeSegment(segment));
      if (tenant === undefined) return unknownTenant(segment);
      return mountAt(`/t/${segment}${basePath}`, withAnyKey(tenant))(request);
    };
    return firstOf(byPrefix, mountAt(basePath, this.#byKeyOf));
  }

  readonly #byKeyOf: GatewayHandler = async (request) => {
    const key = keyOf(request);
    const tenant = key === undefined ? undefined : this.#byKey.get(key);
    if (key === undefined || tenant !== undefined) return (tenant ?? this.#main).handle(request);
    return explained(await this.#main.handle(request), this.#tenants.size);
  };
}

const PREFIX = /^\/t\/([^/]+)(?=\/|$)/;
function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function unknownTenant(segment: string): GatewayResponse {
  const message = `Resource not found: there is no tenant "${segment}" in this mock gateway`;
  return errorResponse(new GatewayError('notFound', { message }), undefined);
}

/** Whoever gets a 401 from a mock has usually mixed up the keys of two tenants. */
function explained(
  response: GatewayResponse | undefined,
  tenants: number,
): GatewayResponse | undefined {
  if (response?.status !== 401) return response;
  const message = `Invalid API key: none of this mock gateway's ${tenants} tenants has it`;
  const error = new GatewayError('invalidKey', { message });
  return { ...response, body: errorResponse(error, undefined).body };
}
