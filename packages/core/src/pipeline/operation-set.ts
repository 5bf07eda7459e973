import type { AnyOperation } from '../operations/operation.ts';
import { operationsOf } from '../operations/operations-of.ts';
import { kindOf } from '../input/quote.ts';
import { createRouter, type RouteMatch } from './router.ts';

/** The operations that a gateway answers: its own six, and then those of its host. */
export interface OperationSet {
  readonly all: readonly AnyOperation[];
  /** Those of the host, in the order given. */
  readonly own: readonly AnyOperation[];
  /** Returns the operation of that id; undefined for an unknown one. */
  named(id: string): AnyOperation | undefined;
  /** Returns the operation of a method and a path below the mount; undefined without one. */
  find(method: string, path: string): FoundOperation | undefined;
}

/** The operation that a request is for, and the parameters of its path. */
export interface FoundOperation {
  readonly operation: AnyOperation;
  readonly params: RouteMatch<unknown>['params'];
}

/**
 * Creates the set of a gateway with these operations of its host. Throws a `TypeError` for one that
 * no request could reach, or that could not be distinguished from another.
 */
export function createOperationSet(own: readonly AnyOperation[]): OperationSet {
  if (!Array.isArray(own)) {
    const message = `operations must be a list of what defineOperation returns, got ${kindOf(own)}`;
    throw new TypeError(message);
  }
  const all = operationsOf(own);
  const byId = new Map(all.map((operation) => [operation.id, operation]));
  const route = createRouter(all);
  return {
    all,
    own,
    named: (id) => byId.get(id),
    find(method, path) {
      const match = route(method, path);
      return match && { operation: match.route, params: match.params };
    },
  };
}

/** The operations of a gateway whose host has none of its own. */
export const GATEWAY_OPERATIONS = createOperationSet([]);
