import {
  didYouMean,
  GATEWAY_OPERATIONS,
  kindOf,
  quoteValue,
  type OperationSet,
} from '@model-gateway/core/kit';
import { diagnostic } from '../diagnostics.ts';
import {
  isMeantAsRoute,
  isRouteName,
  likelyRoute,
  type RouteMethod,
  type RouteName,
} from '../route-name.ts';
import { checkRoute, toRoute, type Route } from './route.ts';
import type { RuleContext } from './rule-context.ts';

/** All operations that continue conversations. */
const CHAT = 'chat';
/** All operations that work with vectors. */
const EMBEDDINGS = 'embeddings';
const OF_VECTORS: readonly string[] = ['createEmbeddings', 'createRerank'];

/** Throws GW1204 for what is neither `*`, an operation of the set, nor a valid route beside them. */
export function checkTarget(target: string, operations: OperationSet): void {
  const known = ['*', CHAT, EMBEDDINGS, ...operations.all.map(({ id }) => id)];
  if (known.includes(target)) return;
  if (isRouteName(target)) {
    checkRoute(target, operations);
    return;
  }
  if (isMeantAsRoute(target)) throw notARoute(target);
  throw diagnostic(
    'GW1204',
    `on() takes one of ${known.join(', ')}, or a route such as "POST /moderations", ` +
      `got ${JSON.stringify(target)}${didYouMean(target, known) || OWN}`,
  );
}

/** Returns the name of a route. Throws GW1204 for a path without its method. */
export function routeNamed(method: RouteMethod, path: `/${string}`): RouteName {
  // Plain JavaScript may leave it out.
  const given: unknown = path;
  if (typeof given === 'string') return `${method} ${path}`;
  const [likelyMethod = 'POST', likelyPath = '/moderations'] =
    likelyRoute(method)?.split(' ') ?? [];
  throw diagnostic(
    'GW1204',
    `route() takes a method and a path, got ${quoteValue(method)} and ${kindOf(given)}: ` +
      `write route('${likelyMethod}', '${likelyPath}')`,
  );
}

function notARoute(target: string): Error {
  const likely = likelyRoute(target);
  const hint = likely === undefined ? '' : `; did you mean ${JSON.stringify(likely)}?`;
  return diagnostic(
    'GW1204',
    'a route is a method in capital letters and a path below the base path, such as ' +
      `"POST /moderations", got ${JSON.stringify(target)}${hint}`,
  );
}

const OWN = '; an operation of your own has to be among the `operations` of the gateway';

/**
 * Throws for `*` and for operations of the gateway that never stream. What your own operations and
 * routes answer with is yours to say.
 */
export function checkStreams(target: string): void {
  const isOwn =
    !['*', EMBEDDINGS].includes(target) && GATEWAY_OPERATIONS.named(target) === undefined;
  if (isOwn || STREAMED.includes(target)) return;
  const names = STREAMED.join(' and ');
  throw diagnostic('GW1204', `only ${names} answer with streams, got on('${target}')`);
}

/** Throws for what a test cannot hold: streams of your own operations and routes. */
export function checkHolds(target: string): void {
  checkStreams(target);
  if (STREAMED.includes(target)) return;
  throw diagnostic(
    'GW1204',
    `stream() holds ${STREAMED.join(', ')}, got on('${target}'): reply with events from an ` +
      'async generator that waits for your test',
  );
}

/** Throws for what works with other things than vectors. */
export function checkVectors(target: string): void {
  const names = [EMBEDDINGS, ...OF_VECTORS];
  if (names.includes(target)) return;
  throw diagnostic('GW1204', `only ${names.join(', ')} relate texts, got on('${target}')`);
}

// One that only counts continues nothing, and has no stream.
const CONVERSATIONS = GATEWAY_OPERATIONS.conversations
  .filter(({ events }) => events !== undefined)
  .map(({ id }) => id);
const STREAMED = ['createImage', CHAT, ...CONVERSATIONS];

/** Whether the gateway answers an operation with a stream, where the request asks for one. */
export function isStreamed(operation: string): boolean {
  return STREAMED.includes(operation);
}

/** The first part of a rule's id: `createImage.fail-529`. It travels in a header. */
export function nameOfTarget(target: string): string {
  if (target === '*') return 'any';
  return target.replaceAll(/[^\w /.:-]/g, '_').slice(0, LONGEST_NAME);
}

const LONGEST_NAME = 60;

/** The route of a rule that is for one. */
export function routeOf(target: string): Route | undefined {
  return isRouteName(target) ? toRoute(target) : undefined;
}

/** Whether an operation continues conversations. */
export function isConversation(operation: string): boolean {
  return CONVERSATIONS.includes(operation);
}

export function isTarget(target: string, route: Route | undefined, context: RuleContext): boolean {
  if (route !== undefined) return route.paramsOf(context.request) !== undefined;
  if (target === CHAT) return isConversation(context.operation);
  if (target === EMBEDDINGS) return OF_VECTORS.includes(context.operation);
  return target === '*' || target === context.operation;
}
