import type { GatewayResponse } from '@model-gateway/core/http';

/** The header that names the rules that took part in an answer, in order. */
export const RULE_HEADER = 'x-mock-rule';

export function withRuleName(id: string, response: GatewayResponse): GatewayResponse {
  const { [RULE_HEADER]: others } = response.headers;
  const names = others === undefined ? id : `${id}, ${others}`;
  return { ...response, headers: { ...response.headers, [RULE_HEADER]: names } };
}
