import type * as v from 'valibot';
import type { ErrorName } from '../errors.ts';
import type { BodyCheckOptions } from '../input/check-body.ts';
import type { GatewayRequest, GatewayResponse } from '../http/message.ts';
import type { QuerySchema } from '../input/query-string.ts';
import type { ApiKey } from '../ports/key-store.ts';
import type { RateLimiter } from '../ports/rate-limiter.ts';
import type { RequestTrace } from '../telemetry/request-trace.ts';
import type { OperationContext } from './operation-context.ts';

/** Which kind of key an operation admits. Source: contract §2.4. */
export type Permission = 'any' | 'management' | 'inference';

/** A group of operations. */
export type Tag = 'models' | 'images' | 'observability' | 'organization' | 'guardrails';

/** How the body of an operation is read. */
export type BodyRule = BodyCheckOptions;

/** A request that passed routing, authentication, permission and validation. */
export interface OperationInput<Params, Query, Body> {
  readonly request: GatewayRequest;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** The caller's key; undefined only where an operation is public. */
  readonly caller: ApiKey | undefined;
  /** Adds to the record of this request; undefined when no observer wants one. */
  readonly trace: RequestTrace | undefined;
}

/** An operation of the contract's table, with everything that is known about it. */
export interface Operation<
  Params extends QuerySchema = QuerySchema,
  Query extends QuerySchema = QuerySchema,
  Body extends BodyRule | undefined = BodyRule | undefined,
  Id extends string = string,
> {
  /** The operation's name in code, in permissions, in the journal. */
  readonly id: Id;
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** In path-to-regexp's syntax, relative to the base URL. */
  readonly path: string;
  /** The group that the operation belongs to. */
  readonly tag: Tag;
  /** A few words, without a full stop. */
  readonly summary: string;
  /** Notes for the caller beyond the schemas; may contain Markdown. */
  readonly description: string;
  readonly permission: Permission;
  /**
   * The rate limiter of the operation, if any. A request counts before its body is read, so that
   * one whose body is refused counts too. Source: contract §4.8, §1.5.
   */
  readonly limiter?: ((context: OperationContext) => RateLimiter | undefined) | undefined;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly response: v.GenericSchema;
  readonly errors: readonly ErrorName[];
  /** Method syntax, so that operations over different inputs fit one list. */
  handle(
    input: OperationInput<
      v.InferOutput<Params>,
      v.InferOutput<Query>,
      Body extends BodyRule ? v.InferOutput<Body['schema']> : undefined
    >,
    context: OperationContext,
  ): Promise<GatewayResponse>;
}

/** Returns `operation` as it is, with its types inferred. */
export function defineOperation<
  const Params extends QuerySchema,
  const Query extends QuerySchema,
  const Body extends BodyRule | undefined,
  const Id extends string,
>(operation: Operation<Params, Query, Body, Id>): Operation<Params, Query, Body, Id> {
  return operation;
}
