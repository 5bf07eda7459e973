import type { Faker } from '@faker-js/faker';
import { normal } from '../draws/draws.ts';

/** How a board of agents lies beside that of web apps, and how much two talents of a model count there. */
interface Board {
  readonly above: number;
  readonly spread: number;
  /** Of building software and of making games. */
  readonly talents: readonly [software: number, games: number];
}

/**
 * Observed over 32 models: another board lies 30 to 70 ELO from that of web apps. A model that is
 * better at software than that is better in apps and in slides that programs make; games go with
 * neither.
 */
const BOARDS = {
  agenticgamedev: { above: -55, spread: 16, talents: [22, 22] },
  androidnative: { above: -31, spread: 55, talents: [28, -5] },
  fullstack: { above: -25, spread: 44, talents: [30, -6] },
  godotgamedev: { above: -42, spread: 40, talents: [-8, 50] },
  html: { above: -45, spread: 24, talents: [-6, 14] },
  mobileapps: { above: 10, spread: 22, talents: [24, 8] },
  pptx: { above: -33, spread: 27, talents: [36, -8] },
} as const satisfies Readonly<Record<string, Board>>;

/**
 * Draws the ELOs of a model that drives an agent, by category; `level` is about what it scores in web apps.
 * Slides are ranked several times by what they are made with, and hardly differ within that.
 */
export function agentElos(level: number, faker: Faker): Readonly<Record<string, number>> {
  const [software, games] = [normal(faker), normal(faker)];
  const on = ({ above, spread, talents: [ofSoftware, ofGames] }: Board) =>
    level + above + ofSoftware * software + ofGames * games + spread * normal(faker);
  const html = on(BOARDS.html);
  const pptx = on(BOARDS.pptx);
  const agenticHtml = html + 8 * normal(faker);
  return {
    agenticgamedev: on(BOARDS.agenticgamedev),
    agentichtmlslides: agenticHtml,
    agenticslides: pptx + 3 * normal(faker),
    'agenticslides(html)': agenticHtml + 2 * normal(faker),
    'agenticslides(python-pptx)': pptx + 3 * normal(faker),
    androidnative: on(BOARDS.androidnative),
    fullstack: on(BOARDS.fullstack),
    godotgamedev: on(BOARDS.godotgamedev),
    htmlslides: html,
    mobileapps: on(BOARDS.mobileapps),
    pptxslides: pptx + 3 * normal(faker),
    'python-pptxslides': pptx + 5 * normal(faker),
    webapps: level + 15 * normal(faker),
  };
}
