import { OPERATIONS } from '@model-gateway/core';
import { didYouMean } from '@model-gateway/core/kit';
import { diagnostic } from '../diagnostics.ts';
import { isRouteName } from '../route-name.ts';
import type { AnyOperation } from './operation-types.ts';
import { toRoute, type Route } from './route.ts';
import type { RuleContext } from './rule-context.ts';

/** Throws for what is neither an operation nor a valid route. */
export function checkTarget(operation: string): asserts operation is AnyOperation {
  const known: readonly string[] = ['*', ...OPERATIONS.map(({ id }) => id)];
  if (known.includes(operation)) return;
  if (isRouteName(operation)) {
    toRoute(operation);
    return;
  }
  throw diagnostic(
    'GW1204',
    `on() takes one of ${known.join(', ')}, or a route such as "POST /chat/completions", ` +
      `got ${JSON.stringify(operation)}${didYouMean(operation, known)}`,
  );
}

/** Throws for an operation that never streams. What a route answers with, its rules decide. */
export function checkStreams(operation: AnyOperation): void {
  if (operation === 'createImage' || isRouteName(operation)) return;
  throw diagnostic('GW1204', `only createImage answers with streams, got on('${operation}')`);
}

/** Throws for a route: a test holds streams of images only. */
export function checkHolds(operation: AnyOperation): void {
  if (!isRouteName(operation)) return;
  throw diagnostic(
    'GW1204',
    `stream() holds the images of createImage, got on('${operation}'): reply with events from an ` +
      'async generator that waits for your test',
  );
}

/** The first part of a rule's id: `createImage.fail-529`. It travels in a header. */
export function nameOfTarget(operation: AnyOperation): string {
  if (operation === '*') return 'any';
  return operation.replaceAll(/[^\w /.:-]/g, '_').slice(0, LONGEST_NAME);
}

const LONGEST_NAME = 60;

/** The route of a rule that is for one. */
export function routeOf(operation: AnyOperation): Route | undefined {
  return isRouteName(operation) ? toRoute(operation) : undefined;
}

export function isTarget(
  operation: AnyOperation,
  route: Route | undefined,
  context: RuleContext,
): boolean {
  if (route !== undefined) return route.paramsOf(context.request) !== undefined;
  return operation === '*' || operation === context.operation;
}
