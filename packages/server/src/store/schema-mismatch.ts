import type { SchemaVersionError } from '@model-gateway/sql';

/** Says to an operator why the tables of a store cannot be used, and what to do. */
export function schemaMismatch(store: string, { found, supported }: SchemaVersionError): string {
  if (found === 0) return `the store ${store} has no tables yet: model-gateway migrate makes them`;
  return found < supported
    ? `the store ${store} has tables of version ${found}, and this model-gateway needs ${supported}: back it up, then run model-gateway migrate`
    : `the store ${store} has tables of version ${found}, and this model-gateway knows them up to ${supported}: use the version that migrated it, or a later one`;
}
