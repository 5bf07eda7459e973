import type { Clock } from '@model-gateway/core';
import { passThrough, type Forwarder, type StreamingHttpClient } from '@model-gateway/egress';
import type { MemberProblem } from '../config/member-problem.ts';
import type { ResolvedConfig } from '../config/resolve-config.ts';

type PassThroughConfig = Pick<ResolvedConfig, 'passThrough' | 'server'>;

interface Calls {
  readonly http: StreamingHttpClient;
  readonly clock?: Clock | undefined;
}

/** Builds what passes requests of no operation on; undefined where the configuration names nothing. */
export function buildPassThrough(
  { passThrough: config, server }: PassThroughConfig,
  { http, clock }: Calls,
): Forwarder | undefined {
  if (config === null) return undefined;
  const { baseUrl, ...options } = config;
  return passThrough(baseUrl, { ...options, bodyLimitBytes: server.maxBodyBytes, http, clock });
}

/** Says what is wrong with its members that no schema can say: the key, paths, names of headers. */
export function passThroughProblems(config: PassThroughConfig): readonly MemberProblem[] {
  try {
    buildPassThrough(config, { http: NOTHING_IS_CALLED });
    return [];
  } catch (error) {
    // Its own message about its options, without a key.
    const message = error instanceof Error ? error.message : String(error);
    const named = message.startsWith('passThrough') ? message : `passThrough: ${message}`;
    return [{ keys: ['passThrough'], message: named }];
  }
}

const NOTHING_IS_CALLED: StreamingHttpClient = () =>
  Promise.reject(new Error('what is only checked calls nothing'));
