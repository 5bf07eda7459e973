import { described } from '@model-gateway/core/kit';
import * as v from 'valibot';

export const NOTHING = v.object({});

const tenant = described(v.string(), 'The id of the tenant; `main` is the gateway itself.');

export const TENANT_PARAMS = v.object({ tenant });

/** Something of a tenant that has an id. */
export function paramsOf<const Name extends string>(name: Name, description: string) {
  const id = described(v.string(), description);
  return v.object({ tenant, [name]: id } as { tenant: typeof tenant } & Record<Name, typeof id>);
}
