import { andThen, type MaybePromise } from '../ports/maybe-promise.ts';
import type { GatewayRequest } from '../http/message.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ask } from '../ports/deadline.ts';
import type { ApiKey, KeyStore } from '../ports/key-store.ts';
import { admit, authenticate, credentialsIn } from './authenticate.ts';
import { keyProblem } from './key-problem.ts';
import { MALFORMED_KEY, UNKNOWN_KEY, type Refusal } from './refusal.ts';

/**
 * Returns who calls, as a key; null or undefined where it does not know.
 *
 * @example
 * const bySession: Authenticate = async ({ headers }) => {
 *   const user = await userOf(headers['cookie']);
 *   return user && createApiKey(user.id, { userId: user.id });
 * };
 * const byPassport: Authenticate = ({ hostRequest }) => {
 *   const { user } = hostRequest as express.Request;
 *   return user && createApiKey(user.id, { userId: user.id });
 * };
 */
export type Authenticate = (
  request: GatewayRequest,
) => ApiKey | null | undefined | Promise<ApiKey | null | undefined>;

/** Returns the caller, undefined for one that may stay unknown, or the refusal to answer with. */
export type Identify = (
  request: GatewayRequest,
  access: Access,
) => MaybePromise<ApiKey | Refusal | undefined>;

/** What of an operation says how its callers are found. */
interface Access {
  /** Whether a caller may stay unknown. */
  readonly isPublic: boolean;
  /** A header that carries the key where `authorization` is absent. */
  readonly keyHeader: string | undefined;
}

interface Sources {
  readonly authenticate: Authenticate | undefined;
  readonly keys: KeyStore | undefined;
  readonly clock: Clock;
  readonly ask: Ask;
  readonly report: (error: unknown, request: GatewayRequest) => void;
}

/**
 * Returns how callers are found: the host is asked first, then the key store. A key that lacks a
 * member is an error of the operator, who gets it once for each kind; the client gets a 500.
 * Source: contract §2.2, §2.3, §2.7.
 */
export function createIdentify({ keys, clock, ask, report, ...host }: Sources): Identify {
  const reported = new Set<string>();
  /** A store in memory returns the same objects each time, and checking one takes a while. */
  const checked = new WeakSet<object>();
  const malformed = (problem: string, request: GatewayRequest) => {
    if (!reported.has(problem)) report(new TypeError(problem), request);
    reported.add(problem);
    return MALFORMED_KEY;
  };

  async function byHost(request: GatewayRequest, known: Authenticate) {
    const caller = await ask('authenticate', async () => known(request));
    if (caller === undefined || caller === null) return undefined;
    const problem = keyProblem(caller);
    if (problem !== undefined) {
      return malformed(`authenticate returned what is not a key: ${problem}`, request);
    }
    return admit(caller, clock);
  }

  const byKey: Identify = (request, { isPublic, keyHeader }) => {
    const { headers } = request;
    const bare = keyHeader === undefined ? undefined : headers[keyHeader];
    if (isPublic && headers['authorization'] === undefined && bare === undefined) return undefined;
    const hash = credentialsIn(headers, keyHeader);
    if (typeof hash !== 'string') return hash;
    if (keys === undefined) return UNKNOWN_KEY;
    const finding = ask('the key store', () => keys.findByHash(hash));
    return andThen(finding, (found) => judge(found, hash, request));
  };

  function judge(found: ApiKey | null | undefined, hash: string, request: GatewayRequest) {
    if (found === undefined || found === null) return UNKNOWN_KEY;
    const problem = checked.has(found) ? undefined : keyProblem(found);
    if (problem !== undefined) {
      return malformed(`the key store returned what is not a key: ${problem}`, request);
    }
    checked.add(found);
    return authenticate(found, hash, clock);
  }

  const { authenticate: known } = host;
  if (known === undefined) return byKey;
  return async (request, access) => (await byHost(request, known)) ?? byKey(request, access);
}
