import { isStoreUnavailable, StoreUnavailableError } from '@model-gateway/core';
import { codeOf } from '@model-gateway/core/kit';
import {
  openStores,
  SchemaVersionError,
  SealError,
  type OpenStoresOptions,
  type Stores,
} from '@model-gateway/sql';
import { schemaMismatch } from './schema-mismatch.ts';
import { storeName } from './store-name.ts';

const REMEDY =
  'put it into secrets.keys of the configuration, and after model-gateway destinations rotate-secrets take it out';

/**
 * Opens stores like `openStores`, with errors for an operator: they name the store, without its
 * password, and the driver's code.
 */
export async function openNamedStores(
  location: string,
  options: OpenStoresOptions,
): Promise<Stores> {
  try {
    return await openStores(location, options);
  } catch (error) {
    if (error instanceof SealError) throw new SealError(`${error.message}: ${REMEDY}`, error);
    if (error instanceof SchemaVersionError) {
      throw new Error(schemaMismatch(storeName(location), error), { cause: error });
    }
    if (!isStoreUnavailable(error)) throw error;
    const { reason, message, cause } = error;
    // `ECONNREFUSED`, and the same from the attempts at each address of a host name.
    const code = codeOf(cause);
    const because = code === undefined ? message : `${message} (${code})`;
    throw new StoreUnavailableError(reason, `the store ${storeName(location)}: ${because}`, cause);
  }
}
