import { checkValue, OBJECT, TEXT, type ValueRule } from '@model-gateway/core/kit';
import { checkEndpoint } from './check-endpoint.ts';
import { refuseLimits } from './check-limits.ts';
import { checkMembers } from './check-members.ts';
import { checkPrices } from './check-prices.ts';
import type { ModelEntry } from './model-table.ts';

const ENTRY: Readonly<Record<keyof ModelEntry<unknown>, ValueRule>> = {
  like: TEXT,
  upstream: TEXT,
  name: TEXT,
  endpoint: OBJECT,
  pricing: { must: 'a list of prices', holds: Array.isArray },
  wire: OBJECT,
};

/**
 * Throws `TypeError` for entries of `models` that no provider could serve. `wire` says what the wire
 * settings of this one may be; without it they are not checked. `checkOther` judges entries that are
 * not for images, and says whether one is.
 */
export function checkModels(
  models: unknown,
  wire: Readonly<Record<string, ValueRule>> | undefined,
  checkOther: (place: string, id: string, entry: unknown) => boolean,
): void {
  checkValue('models', models, { ...OBJECT, must: 'an object by model id' });
  // It was just checked to be an object.
  for (const [id, entry] of Object.entries(models as object)) {
    const place = `models["${id}"]`;
    checkValue(place, entry, { ...OBJECT, must: 'an object, {} for an entry of the table' });
    if (checkOther(place, id, entry)) continue;
    refuseLimits(place, entry, 'inference.budgetMs of the gateway is the time of images');
    const members = checkMembers(place, entry, ENTRY);
    if (members['endpoint'] !== undefined) checkEndpoint(`${place}.endpoint`, members['endpoint']);
    if (members['pricing'] !== undefined) checkPrices(`${place}.pricing`, members['pricing']);
    if (members['wire'] !== undefined && wire !== undefined) {
      checkMembers(`${place}.wire`, members['wire'], wire);
    }
  }
}
