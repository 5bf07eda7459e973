import type { Contest } from './contest.ts';
import type { Weighted } from '../draws/weighted.ts';

const models = (...categories: readonly string[]): readonly Contest[] =>
  categories.map((category) => ({ arena: 'models', category }));
const agents = (...categories: readonly string[]): readonly Contest[] =>
  categories.map((category) => ({ arena: 'agents', category }));

/** Contests that a model enters together, alphabetical. */
type Programmes = readonly Weighted<readonly Contest[]>[];

/** A list for models under so many months. */
export type ByAge<Value> = readonly (readonly [monthsOld: number, value: Value])[];

const ALL = models(
  '3d',
  'asciiart',
  'codecategories',
  'dataviz',
  'gamedev',
  'svg',
  'uicomponent',
  'website',
);
const leaving = (list: readonly Contest[], ...missing: readonly string[]): readonly Contest[] =>
  list.filter(({ category }) => !missing.includes(category));
const without = (...missing: readonly string[]) => leaving(ALL, ...missing);

/**
 * Contests between models alone. The arena grew: a listing keeps the categories of its day, and a new
 * one waits for the rare ones. Nearly all that had a month are in all of them.
 */
export const MODEL_PROGRAMMES: ByAge<Programmes> = [
  [
    0.85,
    [
      [without('asciiart', 'gamedev', 'svg'), 2],
      [without('asciiart', 'svg'), 3],
      [without('svg'), 1],
    ],
  ],
  [
    5.2,
    [
      [ALL, 31],
      [without('svg'), 1],
    ],
  ],
  [
    9,
    [
      [ALL, 11],
      [without('asciiart'), 6],
      [models('3d', 'codecategories', 'gamedev', 'website'), 4],
      [models('website'), 2],
      [models('codecategories', 'dataviz', 'gamedev', 'website'), 1],
    ],
  ],
  [
    12,
    [
      [ALL, 8],
      [without('asciiart'), 5],
      [without('asciiart', 'svg'), 4],
      [models('dataviz', 'website'), 2],
      [models('codecategories', 'uicomponent'), 1],
      [models('dataviz', 'uicomponent', 'website'), 1],
    ],
  ],
  [
    Infinity,
    [
      [without('asciiart'), 7],
      [without('asciiart', 'svg'), 12],
      [without('3d', 'asciiart', 'svg'), 6],
      [models('website'), 1],
    ],
  ],
];

const EVERY_AGENT = agents(
  'agenticgamedev',
  'agentichtmlslides',
  'agenticslides',
  'agenticslides(html)',
  'agenticslides(python-pptx)',
  'androidnative',
  'fullstack',
  'godotgamedev',
  'htmlslides',
  'mobileapps',
  'pptxslides',
  'python-pptxslides',
  'webapps',
);
const MANY_AGENTS = agents(
  'agenticgamedev',
  'androidnative',
  'fullstack',
  'godotgamedev',
  'htmlslides',
  'mobileapps',
  'python-pptxslides',
  'webapps',
);
const APPS = agents('androidnative', 'fullstack', 'godotgamedev', 'mobileapps', 'webapps');

/** Contests between models that drive an agent, which begin one after the other for a new one. */
export const AGENT_PROGRAMMES: ByAge<Programmes> = [
  [
    0.5,
    [
      [agents('webapps'), 1],
      [agents('agenticgamedev', 'androidnative'), 1],
      [agents('godotgamedev', 'python-pptxslides', 'webapps'), 1],
      [agents('agenticgamedev', 'godotgamedev', 'htmlslides', 'python-pptxslides', 'webapps'), 1],
    ],
  ],
  [1.2, [[leaving(MANY_AGENTS, 'mobileapps'), 1]]],
  [
    1.95,
    [
      [MANY_AGENTS, 2],
      [leaving(MANY_AGENTS, 'godotgamedev', 'python-pptxslides'), 1],
      [leaving(EVERY_AGENT, 'agenticslides', 'agenticslides(python-pptx)', 'pptxslides'), 1],
    ],
  ],
  [
    4.4,
    [
      [EVERY_AGENT, 8],
      [leaving(EVERY_AGENT, 'mobileapps'), 1],
      [MANY_AGENTS, 1],
      [leaving(MANY_AGENTS, 'agenticgamedev', 'mobileapps', 'python-pptxslides'), 1],
      [agents('fullstack', 'godotgamedev', 'webapps'), 1],
    ],
  ],
  [
    8,
    [
      [APPS, 5],
      [leaving(MANY_AGENTS, 'python-pptxslides', 'agenticgamedev', 'webapps'), 1],
      [leaving(APPS, 'godotgamedev'), 1],
      [leaving(APPS, 'webapps'), 1],
      [EVERY_AGENT, 1],
    ],
  ],
  [
    Infinity,
    [
      [leaving(APPS, 'godotgamedev'), 1],
      [leaving(APPS, 'webapps'), 1],
      [agents('fullstack', 'mobileapps', 'webapps'), 2],
      [agents('mobileapps', 'webapps'), 2],
    ],
  ],
];

/** Share of the ranked models that drive agents. */
export const DRIVE_AGENTS: ByAge<number> = [
  [3, 0.7],
  [5, 0.47],
  [9, 0.54],
  [12, 0.12],
  [Infinity, 0],
];

/** Contests between models that draw, those that put out nothing else included. */
export const DRAWING_CONTESTS: readonly Contest[] = models('graphicdesign', 'image', 'logo');
