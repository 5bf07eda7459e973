import type { ErrorName } from '@model-gateway/core';
import type { BodyCheckOptions, QuerySchema } from '@model-gateway/core/kit';
import type * as v from 'valibot';
import type { ControlContext } from './control-context.ts';
import { NOTHING, TENANT_PARAMS } from './wire/params.ts';

/** The groups of the control interface. */
export type ControlTag =
  | 'tenants'
  | 'rules'
  | 'requests'
  | 'telemetry'
  | 'clock'
  | 'snapshots'
  | 'streams';

export interface RouteBody {
  /** The part that is checked here; the code that it is passed to checks the rest. */
  readonly schema: BodyCheckOptions['schema'];
  /** The whole truth, where that is more. */
  readonly documented?: v.GenericSchema;
  /** The member that a body becomes which is no JSON object. */
  readonly text?: string;
  readonly example: unknown;
}

/** The answer of a route that succeeds: JSON under `data`, a stream of events, or nothing. */
export interface RouteAnswer {
  readonly status: 200 | 201 | 204;
  readonly description: string;
  readonly data?: { readonly schema: v.GenericSchema; readonly example: unknown };
  /** One event of the stream that the route resolves to. */
  readonly events?: { readonly schema: v.GenericSchema; readonly example: unknown };
}

/** A request that was let in, routed and read. */
export interface RouteInput<Params, Query, Body> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** The header `last-event-id`. */
  readonly lastEventId: string | undefined;
  /** Aborts when the client leaves. */
  readonly signal: AbortSignal | undefined;
}

/** One row of the control interface: everything that is known of it, once. */
export interface ControlRoute<
  Params extends QuerySchema = QuerySchema,
  Query extends QuerySchema = QuerySchema,
  Body extends RouteBody | undefined = RouteBody | undefined,
> {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** In path-to-regexp's syntax, below the interface's own path. */
  readonly path: string;
  readonly tag: ControlTag;
  /** A few words, without a full stop. */
  readonly summary: string;
  readonly description: string;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly answer: RouteAnswer;
  /** Besides those that any request may meet. */
  readonly errors: readonly ErrorName[];
  /** Resolves to `data`, or to the events. Method syntax, so that all routes fit one list. */
  handle(
    input: RouteInput<
      v.InferOutput<Params>,
      v.InferOutput<Query>,
      Body extends RouteBody ? v.InferOutput<Body['schema']> : undefined
    >,
    context: ControlContext,
  ): Promise<unknown>;
}

/** A route as it is written: without what it does not read, and what others say of it. */
interface RouteDefinition<
  Params extends QuerySchema,
  Query extends QuerySchema,
  Body extends RouteBody | undefined,
> extends Pick<ControlRoute<Params, Query, Body>, 'summary' | 'description' | 'answer' | 'handle'> {
  /** Method and path. */
  readonly on: `${ControlRoute['method']} /${string}`;
  /** Those of the path; a tenant by default. */
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** Besides the 404 of what the path names. */
  readonly errors?: readonly ErrorName[];
}

/** A route whose name and group its file adds. */
type NamelessRoute<
  Params extends QuerySchema = QuerySchema,
  Query extends QuerySchema = QuerySchema,
  Body extends RouteBody | undefined = RouteBody | undefined,
> = Omit<ControlRoute<Params, Query, Body>, 'id' | 'tag'>;

/** Returns the route without its name, with its types inferred. */
export function defineRoute<
  const Params extends QuerySchema = typeof TENANT_PARAMS,
  const Query extends QuerySchema = typeof NOTHING,
  const Body extends RouteBody | undefined = undefined,
>(definition: RouteDefinition<Params, Query, Body>): NamelessRoute<Params, Query, Body> {
  const { on, params = TENANT_PARAMS, query = NOTHING, body, errors = [], ...rest } = definition;
  const [method, path = ''] = on.split(' ');
  const ofPath: readonly ErrorName[] = path.includes(':') ? ['notFound'] : [];
  const route = { ...rest, method, path, params, query, body, errors: [...ofPath, ...errors] };
  // Where a part is left out, its type is that of its default; `on` begins with a method.
  return route as unknown as NamelessRoute<Params, Query, Body>;
}

/** Returns the routes of a group, each with the name that it has here as its id. */
export function routesOf(
  tag: ControlTag,
  routes: Readonly<Record<string, NamelessRoute>>,
): readonly ControlRoute[] {
  return Object.entries(routes).map(([id, route]) => ({ id, tag, ...route }));
}
