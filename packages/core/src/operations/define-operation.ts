import * as v from 'valibot';
import type { ErrorName } from '../errors.ts';
import type { BodyCheckOptions } from '../input/check-body.ts';
import type { GatewayRequest, GatewayResponse } from '../http/message.ts';
import type { QuerySchema } from '../input/query-string.ts';
import type { ApiKey } from '../ports/key-store.ts';
import type { RateLimiter } from '../ports/rate-limiter.ts';
import type { RequestTrace } from '../telemetry/request-trace.ts';
import { checkDefinition } from './check-operation.ts';
import type { OperationContext } from './operation-context.ts';

/** Which kind of key an operation admits. Source: contract §2.4. */
export type Permission = 'any' | 'management' | 'inference';

/** A group of the gateway's own operations. */
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
  /**
   * Adds what a model made to the record of this request; undefined when no observer wants one.
   * Source: contract §1.12.
   */
  readonly trace: Pick<RequestTrace, 'generation'> | undefined;
}

/**
 * An operation: what a request of it looks like, who may make it, and how it is answered. The
 * router, the checks, the OpenAPI document and the mock all read it.
 */
export interface Operation<
  Params extends QuerySchema = QuerySchema,
  Query extends QuerySchema = QuerySchema,
  Body extends BodyRule | undefined = BodyRule | undefined,
  Id extends string = string,
  Response extends v.GenericSchema | undefined = v.GenericSchema | undefined,
> {
  /** The operation's name in code, in permissions, in records, in the journal. */
  readonly id: Id;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** In path-to-regexp's syntax, relative to the base URL: `/tokens/:model`. */
  readonly path: string;
  /** The group that the operation belongs to. */
  readonly tag: string;
  /** A few words, without a full stop. */
  readonly summary: string;
  /** Notes for the caller beyond the schemas; may contain Markdown. */
  readonly description: string;
  readonly permission: Permission;
  /** Whether it answers without a key, too. A key that is sent is still checked. */
  readonly isPublic: boolean;
  /** The path's parameters, an object of text schemas. */
  readonly params: Params;
  /** The query's parameters; others are ignored. */
  readonly query: Query;
  readonly body: Body;
  /** The JSON of a 200; undefined when the answer is not JSON. */
  readonly response: Response;
  /** One event of a streamed 200; undefined when it never streams. */
  readonly events: v.GenericSchema | undefined;
  /** Every error that it may answer with. */
  readonly errors: readonly ErrorName[];
  /**
   * Returns the rate limiter of the operation, if any. A request counts before its body is read, so
   * that one whose body is refused counts too. Source: contract §4.8, §1.5.
   */
  limiter?(context: OperationContext): RateLimiter | undefined;
  /**
   * Answers a request. A `GatewayError` that it throws becomes that error's response; anything else
   * is reported to `onError` and becomes a 500. Method syntax, so that operations over different
   * inputs fit one list.
   */
  handle(
    input: OperationInput<
      v.InferOutput<Params>,
      v.InferOutput<Query>,
      Body extends BodyRule ? v.InferOutput<Body['schema']> : undefined
    >,
    context: OperationContext,
  ): Promise<GatewayResponse>;
}

/** An operation of a list, whose input types are not known. */
export type AnyOperation = Operation;

const NO_PARAMETERS = v.object({});
type NoParameters = typeof NO_PARAMETERS;

/** What `defineOperation` fills in when it is left out. */
type Optional =
  | 'tag'
  | 'description'
  | 'permission'
  | 'isPublic'
  | 'response'
  | 'events'
  | 'errors';

/** An operation as it is written down. */
export interface OperationDefinition<
  Params extends QuerySchema,
  Query extends QuerySchema,
  Body extends BodyRule | undefined,
  Id extends string,
  Response extends v.GenericSchema | undefined,
>
  extends
    Omit<Operation<Params, Query, Body, Id>, Optional | 'params' | 'query' | 'body' | 'response'>,
    Partial<Pick<Operation, Optional>> {
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly response?: Response;
}

/**
 * Returns a complete operation, with the types of its input inferred. By default it takes no
 * parameters and no body, admits every key, and has the errors that follow from that. Throws a
 * `TypeError` for members that no operation has, and for values that it cannot have.
 *
 * @example
 * const countTokens = defineOperation({
 *   id: 'countTokens',
 *   method: 'POST',
 *   path: '/tokens/count',
 *   summary: 'Count the tokens of a text',
 *   permission: 'inference',
 *   body: { schema: v.object({ text: v.string() }) },
 *   response: v.object({ tokens: v.number() }),
 *   handle: async ({ body }) => jsonResponse({ tokens: count(body.text) }),
 * });
 * createGateway({ stores, operations: [countTokens] });
 */
export function defineOperation<
  const Id extends string,
  Params extends QuerySchema = NoParameters,
  Query extends QuerySchema = NoParameters,
  Body extends BodyRule | undefined = undefined,
  Response extends v.GenericSchema | undefined = undefined,
>(
  definition: OperationDefinition<Params, Query, Body, Id, Response>,
): Operation<Params, Query, Body, Id, Response> {
  checkDefinition(definition);
  const { permission = 'any', isPublic = false, params, query, body, response } = definition;
  return {
    tag: 'own',
    description: '',
    events: undefined,
    ...definition,
    permission,
    isPublic,
    // Where one is left out its type is the default, which is what is filled in.
    params: (params ?? NO_PARAMETERS) as Params,
    query: (query ?? NO_PARAMETERS) as Query,
    body: body as Body,
    response: response as Response,
    errors: definition.errors ?? usualErrors(permission, body !== undefined, definition),
  };
}

/** The errors that the steps before `handle` answer with. Source: contract §1.1. */
function usualErrors(
  permission: Permission,
  hasBody: boolean,
  { limiter }: Pick<Operation, 'limiter'>,
): readonly ErrorName[] {
  return [
    'invalidRequest',
    'missingAuthentication',
    'invalidKey',
    ...(permission === 'management' ? (['managementKeyRequired'] as const) : []),
    ...(permission === 'inference' ? (['inferenceKeyRequired'] as const) : []),
    ...(hasBody ? (['payloadTooLarge'] as const) : []),
    ...(limiter === undefined ? [] : (['rateLimited'] as const)),
    'internal',
    'unavailable',
  ];
}
