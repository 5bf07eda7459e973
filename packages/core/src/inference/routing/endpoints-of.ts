import type { Provider } from '../../ports/provider.ts';

/** The faces that a provider may have: `images`, `chat`, `embeddings`, `rerank`. */
export type FaceName = Exclude<keyof Provider, 'slug' | 'name'>;

/** The face of that name. */
export type FaceOf<Name extends FaceName> = NonNullable<Provider[Name]>;

/** What the face can do for a model. */
export type EndpointOf<Name extends FaceName> = NonNullable<ReturnType<FaceOf<Name>['endpoint']>>;

/** A provider's endpoint for a model. */
export interface ServingEndpoint<Name extends FaceName> {
  readonly provider: Provider;
  readonly model: string;
  readonly face: FaceOf<Name>;
  readonly endpoint: EndpointOf<Name>;
}

/** Returns the endpoints of a face that serve a model, in the order of the providers. */
export function endpointsOf<Name extends FaceName>(
  name: Name,
  model: string,
  providers: Iterable<Provider>,
): readonly ServingEndpoint<Name>[] {
  const serving: ServingEndpoint<Name>[] = [];
  for (const provider of providers) {
    const face = provider[name];
    // The union over all faces loses that this endpoint is of this one.
    const endpoint = face?.endpoint(model) as EndpointOf<Name> | undefined;
    if (face == null || endpoint === undefined) continue;
    serving.push({ provider, model, face, endpoint });
  }
  return serving;
}

/** Returns whether a provider has the face. */
export function hasFace(name: FaceName, providers: Iterable<Provider>): boolean {
  for (const provider of providers) if (provider[name] !== undefined) return true;
  return false;
}
