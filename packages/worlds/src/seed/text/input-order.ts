import type { Modalities } from '../products/architecture.ts';
import type { House } from '../families/family.ts';
import { valueAt } from '../draws/weighted.ts';

type Input = Modalities['inputs'][number];

const TEXT_FIRST: readonly Input[] = ['text', 'image', 'file', 'audio', 'video'];
const IMAGE_FIRST: readonly Input[] = ['image', 'text', 'file', 'audio', 'video'];
const FILE_FIRST: readonly Input[] = ['file', 'image', 'text', 'audio', 'video'];
const VIDEO_EARLY: readonly Input[] = ['text', 'image', 'video', 'file', 'audio'];
const AUDIO_EARLY: readonly Input[] = ['text', 'audio', 'image', 'video', 'file'];

/** The orders in which each kind of vendor lists what its models read, as observed. */
const ORDERS: Readonly<Record<House, readonly (readonly [readonly Input[], number])[]>> = {
  flagship: [
    [FILE_FIRST, 18],
    [IMAGE_FIRST, 10],
    [TEXT_FIRST, 17],
  ],
  assistant: [
    [TEXT_FIRST, 12],
    [IMAGE_FIRST, 3],
    [FILE_FIRST, 1],
  ],
  multimodal: [
    [VIDEO_EARLY, 6],
    [TEXT_FIRST, 6],
    [IMAGE_FIRST, 6],
    [AUDIO_EARLY, 1],
    [FILE_FIRST, 2],
  ],
  cloud: [
    [TEXT_FIRST, 22],
    [VIDEO_EARLY, 6],
    [IMAGE_FIRST, 4],
  ],
  open: [
    [TEXT_FIRST, 34],
    [IMAGE_FIRST, 14],
    [AUDIO_EARLY, 2],
  ],
  community: [[TEXT_FIRST, 1]],
};

/** Returns the same inputs in one of the orders of their kind of vendor; `share` is from 0 to 1. */
export function inOrder(inputs: readonly Input[], house: House, share: number): readonly Input[] {
  return valueAt(ORDERS[house], share).filter((input) => inputs.includes(input));
}
