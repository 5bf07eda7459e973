import type { LoadRequest } from '../client/load-job.ts';
import { models } from './requests.ts';

const { headers: AUTHORIZATION } = models();

/** POST /images to the gateway, for the model that stands for this route. */
export function generation(route: string, stream: boolean): LoadRequest {
  return post('/v1/images', route, stream);
}

/** The same to a server that has no models. */
export function bareGeneration(route: string, stream: boolean): LoadRequest {
  return post(`/${route}/images`, route, stream);
}

function post(path: string, route: string, stream: boolean): LoadRequest {
  return {
    path,
    headers: { ...AUTHORIZATION, 'content-type': 'application/json' },
    body: JSON.stringify({ model: `bench/${route}`, prompt: 'a red cube on a table', stream }),
    status: 200,
  };
}
