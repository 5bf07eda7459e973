import { isLoopback } from '@model-gateway/core/kit';
import { diagnostic } from '../diagnostics.ts';
import type { AccessRules } from './access.ts';

/** Options of the control interface over HTTP. */
export interface ControlOptions {
  /**
   * The bearer token that requests need. A mock on a loopback port of its own needs none;
   * everywhere else one is minted by default.
   */
  readonly token?: string | undefined;
  /** Origins of web pages that may control it: `http://localhost:5173`; none by default. */
  readonly origins?: readonly string[] | undefined;
}

/** Whether the control interface under `/__gateway` is on, and who may use it. */
export type ControlChoice = boolean | ControlOptions;

/**
 * Returns the rules of access, or undefined without a control interface. `listensOn` is the address
 * of the gateway's own port; where a host owns the socket it is undefined, and then only a token
 * identifies the sender, who also writes the header `host`. Throws GW1604.
 */
export function accessRules(
  choice: ControlChoice,
  listensOn: string | undefined,
): AccessRules | undefined {
  if (choice === false) return undefined;
  const { token, origins = [] } = choice === true ? {} : choice;
  if (token !== undefined && !TOKEN.test(token)) {
    throw diagnostic(
      'GW1604',
      'a control token must be 8 to 512 visible ASCII characters without spaces',
    );
  }
  const isAlone = listensOn !== undefined && isLoopback(listensOn);
  return { token: token ?? (isAlone ? undefined : mintToken()), origins };
}

const TOKEN = /^[\x21-\x7e]{8,512}$/;

/** Of 192 bits; unlike keys it depends on nothing, because it guards something. */
function mintToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return `mg-control-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
