import type { Family, House } from '../families/family.ts';
import { ASHGROVE } from './ashgrove.ts';
import { ASSISTANT } from './assistant.ts';
import { BITTERROOT } from './bitterroot.ts';
import { CLOUD } from './cloud.ts';
import { COBALTINE } from './cobaltine.ts';
import { COMMUNITY } from './community.ts';
import { COPPICE } from './coppice.ts';
import { DEEPFJORD } from './deepfjord.ts';
import { FLAGSHIP } from './flagship.ts';
import { HIGHMESA } from './highmesa.ts';
import { KARST_CLOSED } from './karst-closed.ts';
import { KARST_OPEN } from './karst-open.ts';
import { LARCH_CLOSED } from './larch-closed.ts';
import { LARCH_OPEN } from './larch-open.ts';
import { MILLRACE } from './millrace.ts';
import { MULTIMODAL } from './multimodal.ts';
import { MURMURATION } from './murmuration.ts';
import { NINE } from './nine.ts';
import { OPEN } from './open.ts';
import { ORRERY_OPEN } from './orrery-open.ts';
import { OSIER_OPEN } from './osier-open.ts';
import { RAINSHADOW } from './rainshadow.ts';
import { SALTMARSH } from './saltmarsh.ts';
import { SEVENTIDE } from './seventide.ts';
import type { VendorHabits } from './vendor-habits.ts';
import { WHEREABOUT } from './whereabout.ts';
import { XENO } from './xeno.ts';

/** Of the vendors of a kind that have no table of their own. */
export const HOUSE_HABITS: Readonly<Record<House, VendorHabits>> = {
  flagship: FLAGSHIP,
  assistant: ASSISTANT,
  multimodal: MULTIMODAL,
  cloud: CLOUD,
  open: OPEN,
  community: COMMUNITY,
};

/** A vendor may sell closed models and publish weights, with other habits for each. */
const VENDOR_HABITS: Readonly<Record<string, VendorHabits>> = {
  'ashgrove open': ASHGROVE,
  'bitterroot cloud': BITTERROOT,
  'cobaltine open': COBALTINE,
  'coppice cloud': COPPICE,
  'deepfjord open': DEEPFJORD,
  'highmesa open': HIGHMESA,
  'karst cloud': KARST_CLOSED,
  'karst open': KARST_OPEN,
  'larch cloud': LARCH_CLOSED,
  'larch open': LARCH_OPEN,
  'millrace open': MILLRACE,
  'murmuration open': MURMURATION,
  'nine open': NINE,
  'orrery open': ORRERY_OPEN,
  'osier open': OSIER_OPEN,
  'rainshadow cloud': RAINSHADOW,
  'saltmarsh cloud': SALTMARSH,
  'seventide open': SEVENTIDE,
  'whereabout cloud': WHEREABOUT,
  'xeno cloud': XENO,
};

/** Returns how the vendor of a family lists its models. */
export function habitsOf({ author, house }: Pick<Family, 'author' | 'house'>): VendorHabits {
  return VENDOR_HABITS[`${author} ${house}`] ?? HOUSE_HABITS[house];
}
