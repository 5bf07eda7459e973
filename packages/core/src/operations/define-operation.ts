import * as v from 'valibot';
import { ERRORS, type ErrorName } from '../errors.ts';
import type { QuerySchema } from '../input/query-string.ts';
import { checkDefinition } from './check-operation.ts';
import type { BodyRule, Operation } from './operation.ts';

const NO_PARAMETERS = v.object({});
type NoParameters = typeof NO_PARAMETERS;

/** What `defineOperation` fills in when it is left out. */
type Optional = 'tag' | 'description' | 'permission' | 'isPublic' | 'response' | 'events';

/** An operation as it is written down. */
export interface OperationDefinition<
  Params extends QuerySchema,
  Query extends QuerySchema,
  Body extends BodyRule | undefined,
  Id extends string,
  Response extends v.GenericSchema | undefined,
>
  extends
    Omit<
      Operation<Params, Query, Body, Id>,
      Optional | 'params' | 'query' | 'body' | 'response' | 'errors'
    >,
    Partial<Pick<Operation, Optional>> {
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly response?: Response;
  /** Errors that `handle` answers with, beside those of the steps before it. */
  readonly errors?: readonly ErrorName[];
}

/**
 * Returns a complete operation, with the types of its input inferred. By default it takes no
 * parameters and no body, and admits every key. Its errors are those named and those that follow
 * from the rest. Throws a `TypeError` for members that no operation has, and for values that it
 * cannot have.
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
    errors: errorsOf({ ...definition, permission }),
  };
}

/** Its own errors and those of the steps before `handle`, by status. Source: contract §1.1. */
function errorsOf({
  permission,
  params,
  query,
  body,
  limiter,
  errors = [],
}: Partial<Operation>): readonly ErrorName[] {
  const isRead = [params, query].some((given) => given && Object.keys(given.entries).length > 0);
  const applies: Partial<Record<ErrorName, boolean>> = {
    invalidRequest: isRead || body !== undefined,
    missingAuthentication: true,
    invalidKey: true,
    managementKeyRequired: permission === 'management',
    inferenceKeyRequired: permission === 'inference',
    payloadTooLarge: body !== undefined,
    rateLimited: limiter !== undefined,
    internal: true,
    unavailable: true,
  };
  // The keys of the table are names of errors.
  const names = Object.keys(ERRORS) as ErrorName[];
  return names.filter((name) => applies[name] === true || errors.includes(name));
}
