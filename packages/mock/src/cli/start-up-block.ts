import type { CatalogReport } from '@model-gateway/core';
import type { World } from '@model-gateway/worlds';
import type { RunningMockGateway } from '../start-mock-gateway.ts';
import { thousands } from './thousands.ts';

/** What is printed once the server answers. */
export function startUpBlock(
  { url, baseURL, apiKey, managementKey, controlToken }: RunningMockGateway,
  world: World,
  fixtures?: string,
): string {
  return `
  Model Gateway mock is ready at ${url}

  base URL        ${baseURL}
  API key         ${apiKey}
  management key  ${managementKey}
  catalog         ${thousands(world.models.length)} models, ${world.name}
${fixtures === undefined ? '' : `  fixtures        ${fixtures}\n`}${
    controlToken === undefined ? '' : `  control token   ${controlToken}\n`
  }
  try  curl -H 'Authorization: Bearer ${apiKey}' '${baseURL}/models?limit=3&sort=newest'

  Ctrl-C stops it.

`;
}

/** A line per unknown thing in a catalog file, and what becomes of it. */
export function reportLines(
  reports: readonly CatalogReport[],
  unmatched: readonly string[],
): string {
  const lines = reports.map(({ path, value, count, example }) => {
    const what = value === undefined ? `member ${path}` : `${path} "${value}"`;
    const models = count === 1 ? example : `${count} models, first ${example}`;
    // Contract §8.4 allows no other members there, and clients may refuse them.
    const isDropped = value === undefined && path.startsWith('default_parameters.');
    return `unknown ${what} (${models}); ${isDropped ? 'left out' : 'kept as it is'}\n`;
  });
  for (const id of unmatched) lines.push(`signals for "${id}", which is not a model; ignored\n`);
  return lines.join('');
}
