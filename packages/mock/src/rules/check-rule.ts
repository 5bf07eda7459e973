import { kindOf, type OperationSet } from '@model-gateway/core/kit';
import { diagnostic } from '../diagnostics.ts';
import type { RouteName } from '../route-name.ts';
import { needsSocket, PORTABLE_FAULTS, type WireFault } from './wire-fault.ts';
import { readTimes } from './read-times.ts';
import { checkTarget } from './rule-target.ts';
import type { Rule } from './rule.ts';

/** The gateway that a rule is for. */
export interface RulePlace {
  /** Whether answers go out on sockets, which some wire faults need. */
  readonly hasSocket: boolean;
  /** Those of the gateway. */
  readonly operations: OperationSet;
  /** The path that routes are below: `/v1`. */
  readonly basePath: string;
}

/**
 * Throws for an invalid rule (GW1202), for a wire fault that lacks a socket (GW1203), and for an
 * operation that the gateway does not have (GW1204).
 */
export function checkRule(
  rule: Rule<WireFault>,
  { hasSocket, operations, basePath }: RulePlace,
): void {
  checkForm(rule);
  const { id, times, fault, target, route } = rule;
  if (target !== undefined) checkTarget(target, operations);
  if (route !== undefined) checkBelow(basePath, route.name);
  if (!RULE_ID.test(id)) {
    throw diagnostic(
      'GW1202',
      'the id of a rule must be 1 to 100 visible ASCII characters without commas, because it ' +
        `travels in a header, got ${JSON.stringify(id)}`,
    );
  }
  readTimes(times);
  if (fault !== undefined && needsSocket(fault) && !hasSocket) {
    throw diagnostic(
      'GW1203',
      `the wire fault "${fault}" needs a socket, and createMockGateway has none: use ` +
        `startMockGateway, or one of ${PORTABLE_FAULTS.join(', ')}`,
    );
  }
}

/** Throws for a route that repeats the base path: no request would ever match it. */
function checkBelow(basePath: string, route: RouteName): void {
  const [method, path = ''] = route.split(' ');
  if (basePath === '' || !path.startsWith(`${basePath}/`)) return;
  throw diagnostic(
    'GW1204',
    `the path of a route is below the base path ${basePath}: write ` +
      `"${method} ${path.slice(basePath.length)}" in place of "${route}"`,
  );
}

const RULE_ID = /^[\x20-\x2b\x2d-\x7e]{1,100}$/;

/** The members of every rule and their types, which plain JavaScript may lack. */
const FORM = { id: 'string', times: 'number', matches: 'function', answer: 'function' };

function checkForm(given: unknown): void {
  // Every value has members, except for null and undefined.
  const members = (given ?? {}) as Readonly<Record<string, unknown>>;
  const wrong = Object.entries(FORM).find(([name, type]) => typeof members[name] !== type);
  if (wrong === undefined) return;
  const [name, type] = wrong;
  throw diagnostic(
    'GW1202',
    `a rule must be what on(operation).fail(…) and its siblings return, or have a ${type} "${name}"; ` +
      `got ${kindOf(given)} without one`,
  );
}
