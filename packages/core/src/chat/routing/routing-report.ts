import { ERRORS, GatewayError, isGatewayError, type ErrorName } from '../../errors.ts';
import type { EndpointId } from '../../inference/attempts/attempt-loop.ts';
import { FAILURE_POLICY } from '../../inference/attempts/failure-policy.ts';
import type { FailureClass } from '../../ports/provider-failure.ts';
import type { Provider } from '../../ports/provider.ts';
import type { RoutingMetadata } from '../../resources/routing-metadata.ts';
import { endpointsOf } from '../../inference/routing/endpoints-of.ts';
import type { WantedModel } from '../../inference/routing/wanted-model.ts';

/** The errors whose cause is the choice of endpoints, or what became of them. */
const TOLD: readonly ErrorName[] = [
  'notFound',
  'rateLimited',
  'providerFailed',
  'unavailable',
  'timedOut',
  'providerOverloaded',
];

/**
 * Notes which endpoints a request had, and what became of those that were asked, for clients that
 * want to know. Source: contract §12.14.
 */
export class RoutingReport {
  readonly #requested: string;
  #strategy: RoutingMetadata['strategy'];
  #endpoints: readonly EndpointId[] = [];
  readonly #failed: { readonly endpoint: EndpointId; readonly status: number }[] = [];
  #serving: EndpointId | undefined;

  /** `models` as the client names them. */
  constructor(models: readonly string[]) {
    this.#requested = models[0] ?? '';
    this.#strategy = models.length > 1 ? 'fallback' : 'direct';
  }

  /** These models were meant; their endpoints are noted before preferences exclude any. */
  found(models: readonly WantedModel[], providers: Iterable<Provider>): void {
    const [first, ...others] = models;
    if (others.length === 0 && first?.isAlias === true) this.#strategy = 'alias';
    this.#endpoints = models.flatMap(({ id }) => endpointsOf('chat', id, providers));
  }

  failed(endpoint: EndpointId, failure: FailureClass): void {
    this.#serving = undefined;
    this.#failed.push({ endpoint, status: ERRORS[FAILURE_POLICY[failure].error].status });
  }

  served(endpoint: EndpointId): void {
    this.#serving = endpoint;
  }

  /** Returns what is known now. */
  told(): RoutingMetadata {
    const serving = this.#serving;
    const available = this.#endpoints.map((endpoint) => ({
      ...namesOf(endpoint),
      selected: serving !== undefined && isSame(endpoint, serving),
    }));
    const total = available.length;
    const failed = this.#failed.map(({ endpoint, status }) => ({ ...namesOf(endpoint), status }));
    const attempts =
      serving === undefined ? failed : [...failed, { ...namesOf(serving), status: 200 }];
    return {
      requested: this.#requested,
      strategy: this.#strategy,
      region: null,
      summary:
        `available=${total}` + (serving === undefined ? '' : `, selected=${serving.provider.name}`),
      attempt: attempts.length,
      is_byok: false,
      endpoints: { total, available },
      ...(attempts.length > 0 && { attempts }),
    };
  }

  /** Returns the error with what is known beside it, where routing has to do with it. */
  toldWith(error: unknown): unknown {
    if (!isGatewayError(error) || !TOLD.includes(error.code)) return error;
    const { code, message, metadata, headers, cause } = error;
    const gatewayMetadata = { ...this.told() };
    return new GatewayError(code, {
      message,
      headers,
      cause,
      gatewayMetadata,
      ...(metadata && { metadata }),
    });
  }
}

function namesOf({ provider, model }: EndpointId) {
  return { provider: provider.name, model };
}

function isSame(one: EndpointId, other: EndpointId): boolean {
  return one.provider.slug === other.provider.slug && one.model === other.model;
}
