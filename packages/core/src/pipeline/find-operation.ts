import { OPERATIONS, type OperationId } from '../operations/index.ts';
import { createRouter, type RouteMatch } from './router.ts';

const route = createRouter(OPERATIONS.map(({ id, method, path }) => ({ id, method, path })));

/** Finds the operation of a method and a path below the mount; undefined when there is none. */
export function findOperation(
  method: string,
  path: string,
): { readonly id: OperationId; readonly params: RouteMatch<unknown>['params'] } | undefined {
  const match = route(method, path);
  return match && { id: match.route.id, params: match.params };
}
