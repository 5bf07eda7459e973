import { nearestWord, type OperationSet } from '@model-gateway/core/kit';
import { isRouteName } from '../route-name.ts';

/** The gateway that a request nearly reached. */
export interface NearbyGateway {
  /** The path of the API. */
  readonly basePath: string;
  readonly operations: OperationSet;
}

/** The prefix of a tenant's own URL. */
const TENANT = /^\/t\/[^/]+/;

/**
 * Returns `; did you mean "POST /v1/images"?` for a request that nearly matches an operation, else
 * `''`. `path` is the whole path of the URL.
 */
export function nearestOperation(method: string, path: string, gateway: NearbyGateway): string {
  const meant = operationMeant(method, path, gateway);
  return meant === undefined ? '' : `; did you mean "${meant}"?`;
}

/**
 * Returns what to do about a request that is no operation, as the end of a sentence: the operation
 * that was probably meant, or the route that answers it. `''` for what no route could be for.
 */
export function whatToDo(
  method: string,
  path: string,
  gateway: NearbyGateway,
  object: 'gateway' | 'tenant' = 'gateway',
): string {
  const meant = nearestOperation(method, path, gateway);
  if (meant !== '') return meant;
  const base = `${TENANT.exec(path)?.[0] ?? ''}${gateway.basePath}`;
  const below = path.startsWith(`${base}/`) ? path.slice(base.length) : '';
  if (!PLAIN_PATH.test(below) || !isRouteName(`${method} ${below}`)) return '';
  return `; to answer it: ${object}.route('${method}', '${below}').reply({ json: … })`;
}

/** Without quotes and without what a route reads as a parameter. */
const PLAIN_PATH = /^\/[\w/.~%-]{1,100}$/;

/** Returns `POST /v1/images` for a request that nearly matches that operation. */
export function operationMeant(
  method: string,
  path: string,
  { basePath, operations }: NearbyGateway,
): string | undefined {
  const base = `${TENANT.exec(path)?.[0] ?? ''}${basePath}`;
  const below = path.startsWith(`${base}/`) ? path.slice(base.length) : path;
  const meant =
    withOtherMethod(below, operations) ??
    oneModel(below, operations) ??
    beginningOf(below, operations) ??
    mistyped(method, below, operations);
  return meant && `${meant.method} ${base}${meant.path}`;
}

interface Meant {
  readonly method: string;
  readonly path: string;
}

/** The same path, below the base path or without it, is an operation with another method. */
function withOtherMethod(path: string, operations: OperationSet): Meant | undefined {
  const operation = operations.all.find(
    (each) => operations.find(each.method, path)?.operation === each,
  );
  return operation && { method: operation.method, path };
}

/** A model whose slash is not encoded: `/models/acme/quill-1`. */
function oneModel(path: string, operations: OperationSet): Meant | undefined {
  const [, name] = /^\/models\/([^/]+\/[^/]+)$/.exec(path) ?? [];
  return name === undefined ? undefined : withOtherMethod(`/model/${name}`, operations);
}

/** `/images/generations` begins with `/images`: other gateways divide their paths further. */
function beginningOf(path: string, operations: OperationSet): Meant | undefined {
  const segments = path.split('/');
  for (let count = segments.length - 1; count > 1; count--) {
    const meant = withOtherMethod(segments.slice(0, count).join('/'), operations);
    if (meant !== undefined) return meant;
  }
  return undefined;
}

/** The operation whose path is nearest, with the same method if there are two. */
function mistyped(method: string, path: string, operations: OperationSet): Meant | undefined {
  const known = operations.all.map((operation) => ({
    method: operation.method,
    path: filledIn(operation.path, path),
  }));
  const near = nearestWord(
    path,
    known.map((operation) => operation.path),
  );
  const meant = known.filter((operation) => operation.path === near);
  return meant.find((operation) => operation.method === method) ?? meant[0];
}

/** An operation's path with the given path's own text in place of its parameters. */
function filledIn(template: string, path: string): string {
  const given = path.split('/');
  return template
    .split('/')
    .map((segment, index) => (segment.startsWith(':') ? (given[index] ?? segment) : segment))
    .join('/');
}
