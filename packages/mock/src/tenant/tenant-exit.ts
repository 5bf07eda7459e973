import type { GatewayResponse } from '@model-gateway/core';
import { withAnswer } from '../rules/faults/socket-break.ts';
import { withLowerCaseNames } from '../http/lower-case-names.ts';
import type { SettledOptions } from './options/settled-options.ts';

/** Returns an answer as it leaves its tenant. */
export type TenantExit = (response: GatewayResponse) => GatewayResponse;

/**
 * Creates the one exit of a tenant. Each of its answers passes here once, whatever made it: the
 * gateway, a rule, a fault, a fixture, a malformed path, a request that nothing handles. An option
 * that acts on every answer is an entry of `changes`: compared with undefined, so that an empty text
 * and 0 are values too.
 */
export function createTenantExit({ responseHeaders }: SettledOptions): TenantExit {
  const changes = [responseHeaders !== undefined && addingHeaders(responseHeaders)].filter(
    (change) => change !== false,
  );
  if (changes.length === 0) return (response) => response;
  const change: TenantExit = (answer) => changes.reduce((changed, each) => each(changed), answer);
  return (response) => withAnswer(response, change);
}

function addingHeaders(given: Readonly<Record<string, string>>): TenantExit {
  const added = withLowerCaseNames(given);
  return (answer) => ({ ...answer, headers: { ...answer.headers, ...added } });
}
