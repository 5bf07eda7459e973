import type { CatalogReport } from '@model-gateway/core';
import type { World } from '@model-gateway/worlds';
import type { RunningMockGateway } from '../start-mock-gateway.ts';
import { CONTROL_PATH } from '../http/control-path.ts';
import { thousands } from './thousands.ts';

/** Returns the text to print once the server answers. */
export function startUpBlock(
  gateway: RunningMockGateway,
  world: World,
  { fixtures, hasControl }: Started,
): string {
  const { url, baseURL, apiKey, managementKey, controlToken, inspectorURL } = gateway;
  // Fixtures answer without asking for a key, and nothing of the world is served.
  const isReplay = fixtures?.isStrict === true;
  const rows = [
    ['base URL', baseURL],
    ...(isReplay
      ? []
      : [
          ['API key', apiKey],
          ['management key', managementKey],
        ]),
    ...(isReplay ? [] : [['catalog', `${catalogOf(world)}, ${world.name}`]]),
    ...(fixtures === undefined ? [] : [['fixtures', fixtures.description]]),
    ['documentation', `${url}/docs`],
    ...(hasControl ? [['control', `${url}${CONTROL_PATH}`]] : []),
    ...(controlToken === undefined ? [] : [['control token', controlToken]]),
    ...(inspectorURL === undefined ? [] : [['inspector', inspectorURL]]),
  ];
  const lines = rows.map(([name = '', value = '']) => `  ${name.padEnd(WIDTH)}${value}\n`);
  return `
  Model Gateway mock is ready at ${url}

${lines.join('')}
${isReplay ? '' : `${commands(world, gateway)}\n`}  Ctrl-C stops it.

`;
}

const WIDTH = 'management key  '.length;

/** The gateway that was started, and its options. */
interface Started {
  /** Whether tests may control it over HTTP. */
  readonly hasControl: boolean;
  readonly fixtures: ServedFixtures | undefined;
}

interface ServedFixtures {
  readonly description: string;
  /** Whether a request that no fixture answers is refused. */
  readonly isStrict: boolean;
}

/** Commands to try it with: a list of models and, where one of them talks, a conversation. */
function commands(world: World, { baseURL, apiKey }: RunningMockGateway): string {
  const key = `-H 'Authorization: Bearer ${apiKey}'`;
  const list = `  try   curl ${key} '${baseURL}/models?limit=3&sort=newest'\n`;
  const talkers = world.models.filter(
    ({ model }) => model.architecture.output_modalities.join() === 'text',
  );
  // An alias, `~acme/quill-latest`, would look like a mistake to a reader who sees the first id.
  const talker = talkers.find(({ model }) => !model.id.startsWith('~')) ?? talkers[0];
  if (talker === undefined) return list;
  const messages = [{ role: 'user', content: 'Hello' }];
  const body = JSON.stringify({ model: talker.model.id, messages });
  const json = `-H 'Content-Type: application/json'`;
  return `${list}  talk  curl ${key} ${json} ${baseURL}/chat/completions -d '${body}'\n`;
}

/** `400 models (326 in the default list, which is of text models)` */
function catalogOf({ models }: World): string {
  const listed = models.filter(({ model }) =>
    model.architecture.output_modalities.includes('text'),
  ).length;
  const all = `${thousands(models.length)} models`;
  if (listed === models.length) return all;
  return `${all} (${thousands(listed)} in the default list, all with output_modalities=all)`;
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
