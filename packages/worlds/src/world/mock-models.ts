import { model } from '../builders/model.ts';
import type { MockModel } from '../world.ts';

/** Made at their first use, because names of models are hashed: a mock that has none starts sooner. */
let made: readonly MockModel[] | undefined;

/**
 * Returns the models that the mock scripts by their names, for those who can choose nothing but the
 * name. They are part of the tiny world; `mockModels: true` of a tenant adds them to any other.
 */
export function mockModels(): readonly MockModel[] {
  made ??= [
    ...['echo', 'lorem', 'tools', 'slow', 'fail-529', 'cut'].map((name) =>
      model({ id: `mock/${name}`, price: 'free' }),
    ),
    model({ id: 'mock/embeddings', output: ['embeddings'], price: 'free', context: 8192 }),
    model({ id: 'mock/rerank', output: ['rerank'], price: 'free', context: 8192 }),
  ];
  return made;
}
