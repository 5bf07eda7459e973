import type { Family } from '../families/family.ts';
import type { ByEra } from '../habits/vendor-habits.ts';

/**
 * What models read, in the order in which their vendor writes it, fewest first: a vendor's models of
 * one era are nearly alike. A later era never reads less.
 */
const INPUTS: Readonly<Record<string, ByEra<string>>> = {
  flagship: {
    recent: [
      ['file+image+text', 10],
      ['text+image+file', 3],
    ],
    middle: [
      ['text+file', 2],
      ['image+text', 1],
      ['text+image', 1],
      ['image+text+file', 10],
      ['file+image+text', 4],
      ['text+image+file', 4],
    ],
    old: [
      ['text', 6],
      ['text+image', 1],
      ['text+image+file', 7],
    ],
  },
  assistant: {
    recent: [['text+image+file', 1]],
    middle: [
      ['image+text+file', 3],
      ['text+image+file', 2],
      ['file+image+text', 1],
    ],
    old: [['text+image', 1]],
  },
  multimodal: {
    recent: [
      ['text+image+video+file+audio', 7],
      ['text+audio+image+video+file', 1],
    ],
    middle: [
      ['file+image+text+audio', 1],
      ['text+image+file+audio+video', 4],
      ['file+image+text+audio+video', 1],
    ],
    old: [
      ['text+image', 2],
      ['text+image+file+audio+video', 3],
    ],
  },
  cloud: {
    recent: [
      ['text', 6],
      ['text+image', 2],
      ['text+image+video', 1],
      ['text+image+video+file+audio', 1],
    ],
    middle: [['text', 1]],
    old: [['text', 1]],
  },
  'karst cloud': {
    recent: [['text+image+file', 1]],
    middle: [
      ['text+file', 2],
      ['text+image+file', 3],
    ],
    old: [['text+file', 1]],
  },
  'larch cloud': {
    recent: [
      ['text', 3],
      ['text+image', 1],
      ['text+image+video', 6],
    ],
    middle: [['text', 1]],
  },
  'rainshadow cloud': {
    middle: [
      ['text', 1],
      ['text+image', 1],
      ['text+image+video+file', 1],
    ],
    old: [
      ['text', 1],
      ['text+image', 2],
    ],
  },
  'saltmarsh cloud': {
    recent: [['text+image+video', 1]],
    middle: [['image+text+video', 1]],
  },
  'whereabout cloud': {
    middle: [
      ['text', 1],
      ['text+image', 4],
    ],
  },
  'xeno cloud': { recent: [['text+image+file', 1]], middle: [['text', 1]] },
  open: {
    recent: [
      ['text', 7],
      ['text+image', 2],
      ['text+image+audio', 1],
      ['text+image+video', 1],
      ['image+text+video', 1],
      ['text+audio+image+video', 1],
    ],
    middle: [
      ['text', 11],
      ['image+text', 2],
    ],
    old: [['text', 1]],
  },
  'ashgrove open': { recent: [['text+image', 1]], middle: [['text', 1]] },
  'bitterroot cloud': { recent: [['text', 1]] },
  'cobaltine open': {
    recent: [['text', 1]],
    middle: [['text', 1]],
  },
  'coppice cloud': { recent: [['text', 1]] },
  'deepfjord open': { recent: [['text', 1]] },
  'highmesa open': {
    middle: [
      ['text+image', 2],
      ['image+text', 1],
    ],
    old: [['text', 1]],
  },
  'karst open': {
    recent: [['text+image', 1]],
    middle: [
      ['text', 1],
      ['text+file', 1],
      ['text+image', 4],
      ['image+text', 1],
    ],
    old: [['text', 1]],
  },
  'larch open': {
    recent: [
      ['text', 1],
      ['text+image+video', 7],
    ],
    middle: [['text', 1]],
    old: [['text', 1]],
  },
  'millrace open': { recent: [['text', 1]] },
  'murmuration open': { recent: [['text', 1]] },
  'nine open': { recent: [['text', 1]] },
  'orrery open': { recent: [['text', 1]] },
  'osier open': {
    recent: [['image+text+video', 1]],
    middle: [['text+image', 1]],
    old: [['text', 1]],
  },
  'seventide open': {
    recent: [
      ['text', 2],
      ['text+image+video', 1],
    ],
    middle: [['text', 1]],
  },
  community: { recent: [['text', 1]] },
};

/** What models made for seeing read, by kind of vendor. */
const SEEING: ByEra<string> = {
  recent: [
    ['text+image', 1],
    ['image+text+video', 3],
  ],
  middle: [
    ['text+image', 4],
    ['image+text', 2],
    ['image+text+video', 1],
  ],
};

/** Returns the lists of a family's vendor, or those of its kind of vendor. */
export function inputsOf({ author, house }: Family): ByEra<string> {
  return INPUTS[`${author} ${house}`] ?? INPUTS[house] ?? {};
}

/** Returns the lists for models that must see, among those of their vendor that do where it has some. */
export function seeingInputsOf(family: Family): ByEra<string> {
  const seeing = Object.entries(inputsOf(family)).flatMap(([era, list]) => {
    const able = list.filter(([inputs]) => inputs.includes('image'));
    return able.length === 0 ? [] : [[era, able] as const];
  });
  return seeing.length === 0 ? SEEING : Object.fromEntries(seeing);
}
