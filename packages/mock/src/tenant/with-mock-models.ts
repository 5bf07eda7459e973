import { MOCK_MODELS, type MockModel, type World } from '@model-gateway/worlds';

const MOCKS: ReadonlySet<MockModel> = new Set(MOCK_MODELS);

/**
 * Returns the world with the models that are scripted by their names after its own, or with its own
 * alone; as it is where `mockModels` is undefined.
 */
export function withMockModels(world: World, mockModels: boolean | undefined): World {
  switch (mockModels) {
    case undefined:
      return world;
    case true: {
      const ids = new Set(world.models.map(({ model }) => model.id));
      const lacking = MOCK_MODELS.filter(({ model }) => !ids.has(model.id));
      return withModels(world, [...world.models, ...lacking], 'mock');
    }
    case false:
      return withModels(
        world,
        world.models.filter((each) => !MOCKS.has(each)),
        'own',
      );
  }
}

/** Other models have another revision. */
function withModels(world: World, models: World['models'], which: string): World {
  if (models.length === world.models.length) return world;
  return { ...world, models, revision: `${world.revision}-${which}` };
}
