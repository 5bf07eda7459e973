import { GatewayError } from '../../errors.ts';

/** The 404 of a parameter that an endpoint lacks and the client requires. Source: contract §12.11. */
export function unmetParameter(
  model: string,
  provider: { readonly slug: string },
  parameter: string,
): GatewayError {
  const why = `provider.require_parameters excludes ${provider.slug}, which does not support ${parameter}`;
  return new GatewayError('notFound', { message: `No provider is left for ${model}: ${why}` });
}
