/** Returns the beta features of Anthropic's interface that a header names; undefined for none. */
export function betasIn(header: string | undefined): readonly string[] | undefined {
  if (header === undefined) return undefined;
  const betas = header.split(',').flatMap((word) => word.trim() || []);
  return betas.length === 0 ? undefined : betas;
}
