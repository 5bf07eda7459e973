import { guardrailForbids } from '../../accounts/guardrail-forbids.ts';
import type { GatewayError } from '../../errors.ts';
import type { AppliedGuardrail } from '../../ports/guardrail-store.ts';
import type { PricedEndpoint } from '../../ports/priced-endpoint.ts';

/** What serves a model, as far as guardrails judge it. */
export interface JudgedEndpoint {
  readonly provider: { readonly slug: string };
  readonly endpoint: Pick<PricedEndpoint, 'isZeroRetention'>;
}

/** Returns the first guardrail that forbids a model at every provider. */
export function againstModel(
  model: string,
  guardrails: readonly AppliedGuardrail[],
): AppliedGuardrail | undefined {
  return guardrails.find(({ allowedModels: ids }) => ids !== null && !ids.includes(model));
}

/** Returns the first guardrail that forbids an endpoint, and which of its rules does. */
function againstEndpoint(
  { provider, endpoint }: JudgedEndpoint,
  guardrails: readonly AppliedGuardrail[],
): { readonly guardrail: AppliedGuardrail; readonly needs: string } | undefined {
  const slug = provider.slug.toLowerCase();
  for (const guardrail of guardrails) {
    const { allowedProviders: slugs, zdr } = guardrail;
    if (slugs !== null && !slugs.some((one) => one.toLowerCase() === slug)) {
      return { guardrail, needs: `it allows the providers ${slugs.join(', ')}` };
    }
    if (zdr && endpoint.isZeroRetention !== true) {
      return { guardrail, needs: 'it allows endpoints that keep no data' };
    }
  }
  return undefined;
}

/** Returns whether guardrails leave a model to an endpoint. */
export function isLeft(
  model: string,
  serving: JudgedEndpoint,
  guardrails: readonly AppliedGuardrail[],
): boolean {
  return (
    againstModel(model, guardrails) === undefined &&
    againstEndpoint(serving, guardrails) === undefined
  );
}

/**
 * Returns those of a model's endpoints that guardrails leave, or the 403 that names the guardrail
 * which forbids the last of them. Source: contract §6.3.
 */
export function guarded<One extends JudgedEndpoint>(
  model: string,
  serving: readonly One[],
  guardrails: readonly AppliedGuardrail[],
): readonly One[] | GatewayError {
  if (guardrails.length === 0) return serving;
  const left = serving.filter((one) => againstEndpoint(one, guardrails) === undefined);
  const last = serving.at(-1);
  const against = last && againstEndpoint(last, guardrails);
  if (left.length > 0 || against === undefined) return left;
  const slugs = serving.map(({ provider }) => provider.slug);
  const { guardrail, needs } = against;
  return guardrailForbids(guardrail, `every provider of ${model} (${slugs.join(', ')}): ${needs}`, {
    model,
  });
}
