import type { AnyOperation } from '../operations/operation.ts';
import { CONVERSATION_OPERATIONS, FACE_OPERATIONS } from '../operations/face-operations.ts';
import { operationsOf } from '../operations/operations-of.ts';
import { kindOf } from '../input/quote.ts';
import { createRouter, type RouteMatch } from './router.ts';

/** The operations that a gateway answers: its own, those of its host, those of faces. */
export interface OperationSet {
  readonly all: readonly AnyOperation[];
  /**
   * Those that a gateway has while one of its providers has their face: conversations, embeddings,
   * rankings. The host's own come first, by id and by path. Source: contract §12, §17, §18.
   */
  readonly ofFaces: readonly AnyOperation[];
  /** Those of them that are about conversations. */
  readonly conversations: readonly AnyOperation[];
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
  return own.length === 0 ? GATEWAY_OPERATIONS : setWith(own);
}

function setWith(own: readonly AnyOperation[]): OperationSet {
  const always = operationsOf(own);
  const ofFaces: readonly AnyOperation[] = Object.values(FACE_OPERATIONS)
    .flat()
    .filter((one) => !always.some(isLike(one)));
  const all = [...always, ...ofFaces];
  const byId = new Map(all.map((operation) => [operation.id, operation]));
  let find: OperationSet['find'] | undefined;
  return {
    all,
    own,
    ofFaces,
    conversations: CONVERSATION_OPERATIONS.filter((one) => ofFaces.includes(one)),
    named: (id) => byId.get(id),
    // The routers are made for the first path: most programs need them of few sets.
    find: (method, path) => (find ??= finderIn(always, ofFaces))(method, path),
  };
}

/** The operations of every gateway come first. */
function finderIn(
  always: readonly AnyOperation[],
  ofFaces: readonly AnyOperation[],
): OperationSet['find'] {
  const [route, routeByFace] = [createRouter(always), createRouter(ofFaces)];
  return (method, path) => {
    const match = route(method, path) ?? routeByFace(method, path);
    return match && { operation: match.route, params: match.params };
  };
}

/** The operations of a gateway whose host has none of its own. */
export const GATEWAY_OPERATIONS = setWith([]);

function isLike(one: AnyOperation): (other: AnyOperation) => boolean {
  const { id, method, path } = one;
  return (other) => other.id === id || (other.method === method && other.path === path);
}
