import type { Contest } from './contest.ts';
import type { Weighted } from '../draws/weighted.ts';

const models = (...categories: readonly string[]): readonly Contest[] =>
  categories.map((category) => ({ arena: 'models', category }));
const agents = (...categories: readonly string[]): readonly Contest[] =>
  categories.map((category) => ({ arena: 'agents', category }));

/** Contests that a model enters together, alphabetical. */
type Programmes = readonly Weighted<readonly Contest[]>[];

/** A list for models under so many months, at their release. */
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

/** Contests between models alone. The arena grew: a listing keeps the categories of its day. */
export const MODEL_PROGRAMMES: ByAge<Programmes> = [
  [
    7,
    [
      [ALL, 36],
      [without('asciiart'), 3],
      [without('svg'), 2],
      [without('asciiart', 'svg'), 3],
      [without('asciiart', 'gamedev', 'svg'), 2],
    ],
  ],
  [
    12,
    [
      [ALL, 17],
      [without('asciiart'), 6],
      [models('3d', 'codecategories', 'gamedev', 'website'), 4],
      [without('asciiart', 'svg'), 3],
      [models('dataviz', 'website'), 3],
      [models('website'), 2],
      [models('codecategories', 'dataviz', 'gamedev', 'website'), 1],
      [models('dataviz', 'uicomponent', 'website'), 1],
      [models('codecategories', 'website'), 1],
    ],
  ],
  [
    Infinity,
    [
      [without('asciiart'), 8],
      [without('asciiart', 'svg'), 11],
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

/** Contests between models that drive an agent. */
export const AGENT_PROGRAMMES: Programmes = [
  [EVERY_AGENT, 8],
  [leaving(EVERY_AGENT, 'mobileapps'), 1],
  [leaving(EVERY_AGENT, 'agenticslides', 'agenticslides(python-pptx)', 'pptxslides'), 1],
  [MANY_AGENTS, 3],
  [leaving(MANY_AGENTS, 'mobileapps'), 2],
  [leaving(MANY_AGENTS, 'godotgamedev', 'python-pptxslides'), 2],
  [leaving(MANY_AGENTS, 'agenticgamedev', 'python-pptxslides'), 1],
  [leaving(MANY_AGENTS, 'agenticgamedev', 'htmlslides', 'python-pptxslides'), 6],
  [agents('androidnative', 'fullstack', 'godotgamedev', 'mobileapps'), 2],
  [agents('androidnative', 'fullstack', 'mobileapps', 'webapps'), 2],
  [agents('fullstack', 'mobileapps', 'webapps'), 2],
  [agents('mobileapps', 'webapps'), 3],
  [agents('webapps'), 1],
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
