import type * as v from 'valibot';
import type { CatalogIndex } from '../catalog/catalog-index.ts';
import type { ErrorName } from '../errors.ts';
import type { GatewayRequest, GatewayResponse } from '../http/message.ts';
import type { QuerySchema } from '../http/query-string.ts';
import type { ApiKey } from '../ports/key-store.ts';
import type { Clock } from '../ports/clock.ts';
import type { ModelLinks } from '../catalog/links.ts';

/** Which kind of key an operation admits. Source: decisions §2.4. */
export type Permission = 'any' | 'management' | 'inference';

/** Everything an operation may use. */
export interface OperationContext {
  readonly clock: Clock;
  /** The catalog's current revision, indexed. */
  readonly catalog: () => Promise<CatalogIndex>;
  readonly links: ModelLinks;
}

/** A request that passed routing, authentication, permission and validation. */
export interface OperationInput<Query> {
  readonly request: GatewayRequest;
  readonly query: Query;
  /** The caller's key; undefined only where an operation is public. */
  readonly caller: ApiKey | undefined;
}

/** One row of spec §1's table: everything that is known of the operation, once. */
export interface Operation<Schema extends QuerySchema = QuerySchema> {
  /** The operation's name in code, in permissions, in the journal. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** In path-to-regexp's syntax, relative to the base URL. */
  readonly path: string;
  readonly summary: string;
  readonly permission: Permission;
  readonly query: Schema;
  readonly response: v.GenericSchema;
  readonly errors: readonly ErrorName[];
  /** Method syntax, so that operations over different queries fit one list. */
  handle(
    input: OperationInput<v.InferOutput<Schema>>,
    context: OperationContext,
  ): Promise<GatewayResponse>;
}

/** Returns `operation` as it is, with its types inferred. */
export function defineOperation<const Schema extends QuerySchema>(
  operation: Operation<Schema>,
): Operation<Schema> {
  return operation;
}
