import { GatewayError, invalidRequest, type RequestIssue } from '../errors.ts';
import type { Breakers } from '../inference/attempts/breakers.ts';
import { inOrder, wantedOf, type Routable } from '../inference/routing/preferences.ts';
import { guarded } from '../inference/routing/guarded.ts';
import type { AppliedGuardrail } from '../ports/guardrail-store.ts';
import type { ImageEndpoint, ImageProvider } from '../ports/image-provider.ts';
import type { Provider } from '../ports/provider.ts';
import { upperBound } from './billing.ts';
import { fitToEndpoint, type Fit } from './capability.ts';
import type { CheckedImageRequest } from './checked-image-request.ts';

/** One endpoint that can serve the request, and how. */
export interface Candidate extends Fit, Routable {
  readonly images: ImageProvider;
  readonly endpoint: ImageEndpoint;
}

/**
 * Returns the endpoints that can serve a request, in the order in which they are tried, or the
 * error that explains why no provider is left. Source: contract §4.1, §4.3, §4.6.
 */
export function findCandidates(
  checked: CheckedImageRequest,
  providers: Iterable<Provider>,
  breakers: Breakers,
  guardrails: readonly AppliedGuardrail[],
): readonly Candidate[] | GatewayError {
  const { model, provider: preferences = {}, input_references: references = [] } = checked.request;
  const serving = [...providers].flatMap((provider) => {
    const { images } = provider;
    const endpoint = images?.endpoint(model);
    return images === undefined || endpoint === undefined ? [] : [{ provider, images, endpoint }];
  });
  const left = guarded(model, serving, guardrails);
  const wanted = left instanceof GatewayError ? left : wantedOf(model, left, preferences);
  if (wanted instanceof GatewayError) return wanted;

  const candidates: Candidate[] = [];
  const refusals: RequestIssue[] = [];
  for (const { provider, images, endpoint } of wanted) {
    const fit = fitToEndpoint(checked, provider.slug, endpoint, wanted.length === 1);
    if ('message' in fit) refusals.push(fit);
    else {
      const most = upperBound(fit.job, endpoint, references.length);
      candidates.push({ ...fit, provider, model, images, endpoint, upperBound: most });
    }
  }
  if (candidates.length === 0) return invalidRequest(refusals);
  return inOrder(candidates, preferences, breakers);
}
