import { GatewayError } from '../errors.ts';
import { nearestWord } from '../input/did-you-mean.ts';
import type { ApiKey } from '../ports/key-store.ts';
import type { Model } from '../resources/model.ts';
import type { CatalogIndex } from './catalog-index.ts';

type Output = Model['architecture']['output_modalities'][number];

/** Comparing letters takes microseconds, and a catalog may have a hundred thousand models. */
const MOST_COMPARED = 200;

/**
 * Returns the 404 for a model that is unknown, or that this caller may not use. It names the model
 * that was probably meant, among those that the caller may use and that make `output`, if that is given. Source:
 * contract §4.3.
 */
export function modelNotFound(
  name: string,
  catalog: CatalogIndex,
  output: Output | undefined,
  caller: Pick<ApiKey, 'allowedModels'> | undefined,
): GatewayError {
  const meant = meantBy(name, idsFor(catalog, output, caller?.allowedModels ?? undefined));
  const hint = meant === undefined ? '' : `; did you mean "${meant}"?`;
  return new GatewayError('notFound', { message: `Model not found: ${name}${hint}` });
}

/** The author left out, or a letter or three wrong in the author or in the name. */
function meantBy(name: string, ids: readonly string[]): string | undefined {
  const whole = ids.filter((id) => id.endsWith(`/${name}`));
  // Two authors may have a model of this name.
  if (whole.length > 0) return whole.length === 1 ? whole[0] : undefined;
  const slash = name.indexOf('/') + 1;
  if (slash === 0) return undefined;
  const [author, rest] = [name.slice(0, slash), name.slice(slash - 1)];
  const alike = ids.filter(
    (id) => Math.abs(id.length - name.length) <= 3 && (id.startsWith(author) || id.endsWith(rest)),
  );
  return nearestWord(name, alike.slice(0, MOST_COMPARED));
}

function idsFor(
  { entries }: CatalogIndex,
  output: Output | undefined,
  allowed: readonly string[] | undefined,
): readonly string[] {
  const ids = allowed && new Set(allowed);
  const isAllowed = (id: string) => ids?.has(id) ?? true;
  const isMade = ({ architecture }: Model) =>
    output === undefined || architecture.output_modalities.includes(output);
  return entries.flatMap(({ model }) => (isMade(model) && isAllowed(model.id) ? [model.id] : []));
}
