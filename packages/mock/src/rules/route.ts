import { createRouter, type OperationSet } from '@model-gateway/core/kit';
import { diagnostic } from '../diagnostics.ts';
import type { RouteName } from '../route-name.ts';

/** A route that a rule answers, because no operation does. */
export interface Route {
  readonly name: RouteName;
  /** Returns the parameters of a request's path; undefined when the route is another. */
  paramsOf(request: RoutedRequest): Readonly<Record<string, string>> | undefined;
}

interface RoutedRequest {
  readonly method: string;
  readonly path: string;
}

/** Reads a route. Throws GW1204 for an invalid path. */
export function toRoute(name: RouteName): Route {
  const find = routerFor(name, partsOf(name));
  return { name, paramsOf: (request) => find(request.method, request.path)?.params };
}

/** Throws GW1204 for a path that is invalid, or that one of these operations answers. */
export function checkRoute(name: RouteName, operations: OperationSet): void {
  const { method, path } = partsOf(name);
  const found = operations.find(method, path);
  if (found === undefined) routerFor(name, { method, path });
  else throw diagnostic('GW1204', `${name} is an operation: write on('${found.operation.id}')`);
}

function partsOf(name: RouteName): RoutedRequest {
  const space = name.indexOf(' ');
  return { method: name.slice(0, space), path: name.slice(space + 1) };
}

function routerFor(name: RouteName, route: RoutedRequest) {
  try {
    return createRouter([route]);
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    throw diagnostic('GW1204', `the path of the route "${name}" is invalid: ${said}`);
  }
}
