import { createRouter, findOperation } from '@model-gateway/core/kit';
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

/** Reads a route. Throws GW1204 for a path that is invalid, or an operation of the gateway. */
export function toRoute(name: RouteName): Route {
  const space = name.indexOf(' ');
  const method = name.slice(0, space);
  const path = name.slice(space + 1);
  const operation = findOperation(method, path);
  if (operation !== undefined) {
    throw diagnostic('GW1204', `${name} is an operation: write on('${operation.id}')`);
  }
  const find = routerFor(name, { method, path });
  return { name, paramsOf: (request) => find(request.method, request.path)?.params };
}

function routerFor(name: RouteName, route: RoutedRequest) {
  try {
    return createRouter([route]);
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    throw diagnostic('GW1204', `the path of the route "${name}" is invalid: ${said}`);
  }
}
