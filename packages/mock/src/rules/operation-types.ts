import type { OperationId, OPERATIONS } from '@model-gateway/core';
import type { GenericSchema, InferInput } from 'valibot';
import type { RouteName, TargetName } from '../route-name.ts';

/** An operation by its id, a route by its method and path, or all of them. */
export type AnyOperation = TargetName | '*';

type OperationOf<Id extends OperationId> = Extract<
  (typeof OPERATIONS)[number],
  { readonly id: Id }
>;

/** A route that is not an operation may have any body and any parameters. */
type Untyped = RouteName | '*';

/** The body that clients send to an operation; undefined for one without a body. */
export type BodyOf<Id extends AnyOperation> = Id extends OperationId
  ? OperationOf<Id>['body'] extends { readonly schema: infer Schema extends GenericSchema }
    ? InferInput<Schema>
    : undefined
  : unknown;

/** The names of an operation's query parameters. */
export type QueryOf<Id extends AnyOperation> = Id extends Untyped
  ? string
  : Id extends OperationId
    ? keyof InferInput<OperationOf<Id>['query']> & string
    : never;

/** The names of the parameters in an operation's path. */
export type ParamsOf<Id extends AnyOperation> = Id extends Untyped
  ? string
  : Id extends OperationId
    ? keyof InferInput<OperationOf<Id>['params']> & string
    : never;
