import type { Provider } from '@model-gateway/core';
import { oncePerObject } from '@model-gateway/core/kit';

const FACES = ['images', 'chat', 'embeddings', 'rerank'] as const;

interface Face {
  endpoint(model: string): object | undefined;
}

/** Returns a provider all of whose endpoints keep no data, as the operator says of it. */
export function keepingNothing<Kept extends Provider>(provider: Kept): Kept {
  const faces = FACES.flatMap((name) => {
    const face: Face | undefined = provider[name];
    return face === undefined ? [] : [[name, faceKeepingNothing(face)] as const];
  });
  // What changes with the day is read anew each time, so its getters are copied, not their values.
  const kept = Object.defineProperties({}, Object.getOwnPropertyDescriptors(provider));
  // It has all that the provider has.
  return Object.assign(kept as Kept, Object.fromEntries(faces));
}

function faceKeepingNothing(face: Face): Face {
  const keeping = oncePerObject((endpoint: object) => ({ ...endpoint, isZeroRetention: true }));
  return {
    ...face,
    endpoint(model) {
      const endpoint = face.endpoint(model);
      return endpoint && keeping(endpoint);
    },
  };
}
