import type { Product } from './product.ts';
import { REFERENCE_SECONDS, SECONDS_PER_DAY } from './reference-date.ts';

/** Fictional makers of fine-tunes: slug and name. */
const TUNERS = [
  ['amberlamp', 'Amberlamp'],
  ['bramblekin', 'Bramblekin'],
  ['coldframe', 'Coldframe'],
  ['dovetail-ml', 'Dovetail ML'],
  ['emberwright', 'Emberwright'],
  ['fathomless', 'Fathomless'],
  ['gannet-labs', 'Gannet Labs'],
  ['halfpenny', 'Halfpenny'],
  ['ironmonger', 'Ironmonger'],
  ['jackstraw', 'Jackstraw'],
  ['kelpie-ai', 'Kelpie AI'],
  ['lowlight', 'Lowlight'],
  ['moonrake', 'Moonrake'],
  ['nettlebed', 'Nettlebed'],
  ['oakapple', 'Oakapple'],
  ['paperwasp', 'Paperwasp'],
  ['quickthorn', 'Quickthorn'],
  ['redshank', 'Redshank'],
  ['slowworm', 'Slowworm'],
  ['tinkersdam', "Tinker's Dam"],
  ['undercroft', 'Undercroft'],
  ['venturi', 'Venturi'],
  ['withywind', 'Withywind'],
] as const;

const FLAVOURS = [
  'abridged',
  'almanac',
  'bardic',
  'brief',
  'chronicle',
  'clinic',
  'counsel',
  'cozy',
  'desk',
  'dialogue',
  'docket',
  'epic',
  'field-notes',
  'fable',
  'formal',
  'gentle',
  'grammar',
  'heron',
  'hush',
  'improv',
  'ledger',
  'lucid',
  'mentor',
  'mosaic',
  'nightowl',
  'noir',
  'orchard',
  'polyglot',
  'proof',
  'quest',
  'reverie',
  'ruby',
  'scholar',
  'stoic',
  'tempered',
  'terse',
  'tutor',
  'verbatim',
  'workshop',
  'yarn',
  'zest',
] as const;

const DAYS = 365;
/** Shares no factor with 365, so that a year's worth of rounds meets every day once. */
const DAY_STEP = 37;

/**
 * The `round`-th model (from 1) that follows from another one: published weights are fine-tuned by
 * others, closed models get dated snapshots. No two rounds give one product the same slug;
 * `position` only keeps neighbours from all having the same flavour or date.
 */
export function deriveProduct(base: Product, round: number, position: number): Product {
  const { house } = base.family;
  const step = round - 1;
  return house === 'open' || house === 'community'
    ? fineTune(base, step, position)
    : snapshot(base, step, position);
}

function fineTune(base: Product, step: number, position: number): Product {
  const cycle = Math.floor(step / TUNERS.length);
  const [slug, name] = at(TUNERS, step + position);
  const flavour = at(FLAVOURS, cycle + position);
  const edition = Math.floor(cycle / FLAVOURS.length);
  const suffix = edition === 0 ? '' : `-v${edition + 1}`;
  return {
    ...base,
    authorSlug: slug,
    author: { name, hub: slug },
    slug: `${base.slug}-${flavour}${suffix}`,
    name: `${base.name} ${titleOf(flavour)}${suffix.replace('-', ' ')}`,
    derivation: 'fine-tune',
  };
}

function snapshot(base: Product, step: number, position: number): Product {
  const year = Math.floor(step / DAYS);
  const snapshotDaysOld = year * DAYS + ((step * DAY_STEP + position * 11) % DAYS) + 1;
  const date = new Date((REFERENCE_SECONDS - snapshotDaysOld * SECONDS_PER_DAY) * 1000);
  const day = date.toISOString().slice(0, 10);
  const label = year === 0 ? day.slice(5).replace('-', '') : day;
  return {
    ...base,
    slug: `${base.slug}-${label}`,
    name: `${base.name} (${label})`,
    derivation: 'snapshot',
    snapshotDaysOld,
  };
}

function at<const Item>(list: readonly Item[], position: number): Item {
  const item = list[position % list.length];
  if (item === undefined) throw new RangeError('expected a list with items');
  return item;
}

/** `field-notes` → `Field Notes` */
function titleOf(flavour: string): string {
  return flavour.replace(
    /(^|-)(\w)/g,
    (_, dash: string, letter: string) => `${dash === '' ? '' : ' '}${letter.toUpperCase()}`,
  );
}
