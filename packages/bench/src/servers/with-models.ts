import type { World } from '@model-gateway/worlds';

type Catalog = Pick<World, 'models' | 'revision'>;

/** The world with a model `bench/<route>` for each route, like one of its own that makes `output`. */
export function withModels(
  { models, revision }: Catalog,
  output: 'image' | 'text',
  routes: readonly string[],
): Catalog {
  const maker = models.find(({ model }) => model.architecture.output_modalities.includes(output));
  if (maker === undefined) throw new Error(`no model of the world makes ${output}`);
  const makers = routes.map((route) => ({
    ...maker,
    model: { ...maker.model, id: `bench/${route}`, canonical_slug: `bench/${route}` },
  }));
  return { models: [...models, ...makers], revision };
}
