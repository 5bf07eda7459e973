import type {
  AnyOperation as AnyDefinition,
  ALL_OPERATIONS,
  OperationId,
} from '@model-gateway/core';
import type { GenericSchema, InferInput } from 'valibot';
import type { RouteName } from '../route-name.ts';

/** An operation of your own: what `defineOperation` returns. */
export type OwnOperation = AnyDefinition;

/**
 * An operation of the gateway by its id, one of your own, a route by its method and path, `chat` for
 * all that continue conversations, `embeddings` for all that work with vectors, or `*` for all.
 */
export type AnyOperation = OperationId | RouteName | '*' | 'chat' | 'embeddings' | OwnOperation;

/** The operations of the gateway by their ids. */
type Operations = {
  readonly [Operation in (typeof ALL_OPERATIONS)[number] as Operation['id']]: Operation;
};

/** The definition behind a name; never for a route and for all, which have any body. */
type DefinitionOf<Operation extends AnyOperation> = Operation extends OperationId
  ? Operations[Operation]
  : Operation extends OwnOperation
    ? Operation
    : never;

/** The body that clients send to an operation; undefined for one without a body. */
export type BodyOf<Operation extends AnyOperation> = [DefinitionOf<Operation>] extends [never]
  ? unknown
  : BodyIn<DefinitionOf<Operation>['body']>;

type BodyIn<Body> = Body extends {
  readonly schema: infer Schema extends GenericSchema;
}
  ? InferInput<Schema>
  : undefined;

/** The names of an operation's query parameters. */
export type QueryOf<Operation extends AnyOperation> = [DefinitionOf<Operation>] extends [never]
  ? string
  : NamesIn<DefinitionOf<Operation>['query']>;

/** The names of the parameters in an operation's path. */
export type ParamsOf<Operation extends AnyOperation> = [DefinitionOf<Operation>] extends [never]
  ? string
  : NamesIn<DefinitionOf<Operation>['params']>;

/** By the entries: what a schema takes would be worked out for all operations at once. */
type NamesIn<Schema> = Schema extends { readonly entries: infer Entries }
  ? keyof Entries & string
  : string;

/** Returns the id of an operation that is given by its id or by itself. */
export function idOf(operation: string | OwnOperation): string {
  return typeof operation === 'string' ? operation : operation.id;
}
