import type { OperationId, OPERATIONS } from '@model-gateway/core';
import type { GenericSchema, InferInput } from 'valibot';

/** An operation by its id, or all of them. */
export type AnyOperation = OperationId | '*';

type OperationOf<Id extends AnyOperation> = Extract<
  (typeof OPERATIONS)[number],
  { readonly id: Id }
>;

/** The body that clients send to an operation; undefined for one that takes none. */
export type BodyOf<Id extends AnyOperation> = Id extends '*'
  ? unknown
  : OperationOf<Id>['body'] extends { readonly schema: infer Schema extends GenericSchema }
    ? InferInput<Schema>
    : undefined;

/** The names of an operation's query parameters. */
export type QueryOf<Id extends AnyOperation> = Id extends '*'
  ? string
  : keyof InferInput<OperationOf<Id>['query']> & string;

/** The names of the parameters in an operation's path. */
export type ParamsOf<Id extends AnyOperation> = Id extends '*'
  ? string
  : keyof InferInput<OperationOf<Id>['params']> & string;
