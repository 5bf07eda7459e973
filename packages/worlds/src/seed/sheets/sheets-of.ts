import type { Family } from '../families/family.ts';
import { ASSISTANT_SHEETS } from './assistant-sheets.ts';
import { CLOUD_SHEETS } from './cloud-sheets.ts';
import { DEEPFJORD_SHEETS } from './deepfjord-sheets.ts';
import { FLAGSHIP_SHEETS } from './flagship-sheets.ts';
import { INDEPENDENT_SHEETS } from './independent-sheets.ts';
import { LARCH_SHEETS } from './larch-sheets.ts';
import { MULTIMODAL_SHEETS } from './multimodal-sheets.ts';
import { NINE_SHEETS } from './nine-sheets.ts';
import { OPEN_SHEETS } from './open-sheets.ts';
import type { Sheet, Sheets } from './sheet.ts';

const SHEETS: Sheets = {
  ...ASSISTANT_SHEETS,
  ...CLOUD_SHEETS,
  ...DEEPFJORD_SHEETS,
  ...FLAGSHIP_SHEETS,
  ...INDEPENDENT_SHEETS,
  ...LARCH_SHEETS,
  ...MULTIMODAL_SHEETS,
  ...NINE_SHEETS,
  ...OPEN_SHEETS,
};

/** Returns the sheets of a family's vendor in one group, or groups of vendors of its kind. */
export function sheetsOf({ author, house }: Family): readonly (readonly Sheet[])[] {
  return SHEETS[`${author} ${house}`] ?? SHEETS[house] ?? [];
}
