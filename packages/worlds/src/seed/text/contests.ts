import type { Contest } from '../contest.ts';

const models = (...categories: readonly string[]): readonly Contest[] =>
  categories.map((category) => ({ arena: 'models', category }));
const agents = (...categories: readonly string[]): readonly Contest[] =>
  categories.map((category) => ({ arena: 'agents', category }));

/** Contests that a model enters together, alphabetical, and how often that was observed. */
export type Programme = readonly [contests: readonly Contest[], weight: number];

/** Contests between models alone. */
export const MODEL_PROGRAMMES: readonly Programme[] = [
  [
    models(
      '3d',
      'asciiart',
      'codecategories',
      'dataviz',
      'gamedev',
      'svg',
      'uicomponent',
      'website',
    ),
    36,
  ],
  [models('3d', 'codecategories', 'dataviz', 'gamedev', 'svg', 'uicomponent', 'website'), 17],
  [models('3d', 'codecategories', 'dataviz', 'gamedev', 'uicomponent', 'website'), 16],
  [models('codecategories', 'dataviz', 'gamedev', 'uicomponent', 'website'), 8],
  [models('3d', 'codecategories', 'gamedev', 'website'), 4],
  [models('dataviz', 'website'), 6],
  [models('website'), 4],
];

/** Contests between models that drive an agent, which only the better ones enter. */
export const AGENT_PROGRAMMES: readonly Programme[] = [
  [
    agents(
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
    ),
    9,
  ],
  [
    agents(
      'agenticgamedev',
      'androidnative',
      'fullstack',
      'godotgamedev',
      'htmlslides',
      'mobileapps',
      'python-pptxslides',
      'webapps',
    ),
    8,
  ],
  [agents('androidnative', 'fullstack', 'godotgamedev', 'mobileapps', 'webapps'), 9],
  [agents('fullstack', 'mobileapps', 'webapps'), 3],
  [agents('mobileapps', 'webapps'), 3],
  [agents('agenticslides', 'agenticslides(html)', 'webapps'), 1],
  [agents('webapps'), 1],
];

/** Contests between models that draw, those that put out nothing else included. */
export const DRAWING_CONTESTS: readonly Contest[] = models('graphicdesign', 'image', 'logo');
