import type * as v from 'valibot';
import type { ErrorName } from '../errors.ts';
import type { BodyMemory } from '../bytes/body-memory.ts';
import type { BodyCheckOptions } from '../input/check-body.ts';
import type { ErrorForm } from '../http/error-form.ts';
import type { GatewayRequest, GatewayResponse } from '../http/message.ts';
import type { QuerySchema } from '../input/query-string.ts';
import type { ApiKey } from '../ports/key-store.ts';
import type { RateLimiter } from '../ports/rate-limiter.ts';
import type { RequestTrace } from '../telemetry/request-trace.ts';
import type { OperationContext } from './operation-context.ts';

/** Which kind of key an operation admits. Source: contract §2.4. */
export type Permission = 'any' | 'management' | 'inference';

/** A group of the gateway's own operations. */
export type Tag =
  | 'models'
  | 'chat'
  | 'embeddings'
  | 'images'
  | 'observability'
  | 'organization'
  | 'guardrails'
  | 'accounting';

/** How the body of an operation is read. */
export type BodyRule = BodyCheckOptions;

/** A request that passed routing, authentication, permission and validation. */
export interface OperationInput<Params, Query, Body> {
  /** The id of the operation. */
  readonly operation: string;
  readonly request: GatewayRequest;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** That of long texts in `body`, for an operation that knows when nothing reads them any more. */
  readonly memory?: BodyMemory | undefined;
  /** The caller's key; undefined only where an operation is public. */
  readonly caller: ApiKey | undefined;
  /**
   * Adds what a model made to the record of this request; undefined when no observer wants one.
   * Source: contract §1.12.
   */
  readonly trace: Pick<RequestTrace, 'generation'> | undefined;
}

/** What a web `Response` has, of whichever library it is. */
export interface WebResponse {
  readonly status: number;
  readonly headers: {
    forEach(callback: (value: string, name: string) => void): void;
    getSetCookie?(): string[];
  };
  readonly body: {
    getReader(): {
      read(): Promise<{ readonly value?: Uint8Array | undefined }>;
      cancel(): Promise<void>;
    };
  } | null;
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
  /** Whether it answers without a key where the catalog is public. Source: contract §2.5. */
  readonly isOfCatalog?: boolean | undefined;
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
  /** A header that carries the key where `authorization` is absent. Source: contract §13.6. */
  readonly keyHeader?: string | undefined;
  /** A header that has the request id, beside `x-request-id`. */
  readonly requestIdHeader?: string | undefined;
  /** How its errors look, also those of the steps before it; the envelope of contract §9 by default. */
  readonly errorForm?: ErrorForm | undefined;
  /**
   * Returns the rate limiter of the operation, if any. A request counts before its body is read, so
   * that one whose body is refused counts too. Source: contract §4.8, §1.5.
   */
  limiter?(context: OperationContext): RateLimiter | undefined;
  /**
   * Answers a request, with a response of the gateway or a web `Response`. A `GatewayError` that it throws becomes that error's response; anything else
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
  ): Promise<GatewayResponse | WebResponse> | GatewayResponse | WebResponse;
}

/** An operation of a list, whose input types are not known. */
export type AnyOperation = Operation;
