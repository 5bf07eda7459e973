import type { OperationId } from '@model-gateway/core';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/**
 * A path that is not an operation of the gateway, with its method: `POST /moderations`. The path
 * is below the base path; `:name` stands for a segment.
 */
export type RouteName = `${RouteMethod} /${string}`;

/** A method that a route may have. */
export type RouteMethod = (typeof METHODS)[number];

/**
 * The name that a request matched: an operation of the gateway or your own, or a route that rules
 * answer.
 */
export type TargetName = OperationId | RouteName | OwnId;

/** The id of an operation of your own. The intersection keeps the other names for editors. */
type OwnId = string & {};

const FORM = new RegExp(`^(?:${METHODS.join('|')}) /\\S*$`);

export function isRouteName(name: string): name is RouteName {
  return FORM.test(name);
}

/** Whether a name was meant as a route: no operation has a space or a slash in its id. */
export function isMeantAsRoute(name: string): boolean {
  return /[ /]/.test(name);
}

/** Returns the valid route that is nearest to what was given: `POST /chat` for `post chat`. */
export function likelyRoute(name: string): RouteName | undefined {
  const [first = '', second] = name.trim().split(/\s+/);
  const method = second === undefined ? 'POST' : first.toUpperCase();
  const likely = `${method} /${(second ?? first).replace(/^\/+/, '')}`;
  return isRouteName(likely) ? likely : undefined;
}

/** The same as an expression of JSON Schema. */
export const ROUTE_NAME = FORM;

/** What core demands of the id of an operation. */
export const OPERATION_ID = /^[A-Za-z][\w.-]{0,63}$/;
