import type { Faker } from '@faker-js/faker';
import { normal } from '../draws/draws.ts';

/**
 * Draws the ELOs of a model in the arena of models, by category; `level` is about what it scores in
 * `website`. The contests ask for much the same, so a model's ELOs lie near each other, as far apart
 * as observed: 10 between code and websites, 20 to 30 between interfaces, charts and games, 40 to 50
 * to scenes and drawings. The two kinds of drawings have a talent in common.
 */
export function modelElos(level: number, faker: Faker): Readonly<Record<string, number>> {
  const beside = (above: number, spread: number) => level + above + spread * normal(faker);
  const talent = 34 * normal(faker);
  const website = beside(0, 17);
  const gamedev = beside(5, 21);
  const scenes = beside(-5, 34);
  const dataviz = beside(-8, 19);
  const uicomponent = beside(0, 15);
  // Observed over 98 models: the board of all code, by how many of its contests each part has.
  const pooled =
    0.65 * website + 0.15 * gamedev + 0.13 * scenes + 0.04 * uicomponent + 0.03 * dataviz;
  const parts = [website, gamedev, scenes, uicomponent, dataviz];
  return {
    '3d': scenes,
    asciiart: beside(-50, 40) + talent,
    codecategories: among(pooled + 3 * normal(faker), parts),
    dataviz,
    gamedev,
    svg: beside(-48, 22) + talent,
    uicomponent,
    website,
  };
}

function among(value: number, parts: readonly number[]): number {
  return Math.min(Math.max(value, Math.min(...parts)), Math.max(...parts));
}
