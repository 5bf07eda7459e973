import type { Modalities } from '../products/architecture.ts';
import type { House } from '../families/family.ts';
import { inEra } from '../habits/vendor-habits.ts';
import { valueAt } from '../draws/weighted.ts';
import { OLDEST_MONTHS } from '../dates/era.ts';
import { inputsOf, seeingInputsOf } from './inputs-by-vendor.ts';
import type { Traits } from './traits.ts';

/** Kinds of vendors whose first models read text only. */
const SOLD_TEXT_FIRST: readonly House[] = ['flagship', 'cloud', 'open', 'community'];

/** Equal for all generations of a line in one era, and never fewer in a later one. */
export function modalitiesOf(traits: Traits): Modalities {
  if (traits.product.tier.focus === 'drawing') {
    return { inputs: ['image', 'text'], outputs: ['text', 'image'] };
  }
  // The tables have names of the contract's list.
  return { inputs: readBy(traits).split('+') as Modalities['inputs'][number][], outputs: ['text'] };
}

/** What a model reads, in the order in which it is written: `text+image+file`. */
function readBy(traits: Traits): string {
  const { house, releaseEra, releaseMonthsOld, line, product, sheet } = traits;
  if (sheet !== undefined) return sheet.reads;
  const { family, tier } = product;
  if (tier.focus === 'vision')
    return valueAt(inEra(seeingInputsOf(family), releaseEra), line.modalities);
  const isOldest = SOLD_TEXT_FIRST.includes(house) && releaseMonthsOld > OLDEST_MONTHS;
  const list = inEra(inputsOf(family), releaseEra);
  // Observed: of what a vendor publishes, code models read the least.
  const isCode = house === 'open' && tier.focus === 'code';
  if (isOldest) return 'text';
  return valueAt(list, isCode ? 0 : line.modalities);
}
