import { mockModels, type World } from '@model-gateway/worlds';

/**
 * Returns the world with the models that are scripted by their names after its own, or with its own
 * alone; as it is where nobody said.
 */
export function withMockModels(world: World, isWanted: boolean | undefined): World {
  switch (isWanted) {
    case undefined:
      return world;
    case true: {
      const ids = new Set(world.models.map(({ model }) => model.id));
      const lacking = mockModels().filter(({ model }) => !ids.has(model.id));
      return withModels(world, [...world.models, ...lacking], 'mock');
    }
    case false: {
      const mocks = new Set(mockModels());
      return withModels(
        world,
        world.models.filter((each) => !mocks.has(each)),
        'own',
      );
    }
  }
}

/** Other models have another revision. */
function withModels(world: World, models: World['models'], which: string): World {
  if (models.length === world.models.length) return world;
  return { ...world, models, revision: `${world.revision}-${which}` };
}
