import type { RandomSource } from '@model-gateway/core/kit';
import { fromHex, rotateHue, type Color } from './color.ts';
import type { Mood } from './moods.ts';

/** A mood's colours as one picture uses them. */
export interface Palette {
  readonly sky: readonly [Color, Color, Color, Color];
  readonly far: Color;
  readonly near: Color;
  readonly light: Color;
  readonly accents: readonly [Color, Color, Color, Color, Color];
  readonly paper: Color;
  readonly ink: Color;
  readonly dark: boolean;
}

/** The hues of a mood turned a little, all by the same angle, so that they still go together. */
export function createPalette(mood: Mood, random: RandomSource): Palette {
  const turn = random.between(-16, 16);
  const color = (hex: string) => rotateHue(fromHex(hex), turn);
  const [a, b, c, d, e] = mood.accents;
  return {
    sky: [color(mood.sky[0]), color(mood.sky[1]), color(mood.sky[2]), color(mood.sky[3])],
    far: color(mood.far),
    near: color(mood.near),
    light: color(mood.light),
    accents: [color(a), color(b), color(c), color(d), color(e)],
    paper: color(mood.paper),
    ink: color(mood.ink),
    dark: mood.dark,
  };
}
