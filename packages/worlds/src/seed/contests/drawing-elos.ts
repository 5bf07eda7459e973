import type { Faker } from '@faker-js/faker';
import { normal } from '../draws/draws.ts';

/** ELOs of models that draw, by category: observed within 15 of each other. */
export function drawingElos(level: number, faker: Faker): Readonly<Record<string, number>> {
  return {
    graphicdesign: level - 2 + 9 * normal(faker),
    image: level + 5 + 6 * normal(faker),
    imageediting: level + 2 + 6 * normal(faker),
    logo: level - 4 + 12 * normal(faker),
  };
}
