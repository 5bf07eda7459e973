import { fakeClaude, refuse as refuseMessage } from '../anthropic/fake-claude.ts';
import { blocksOf } from '../anthropic/fake-turns.ts';
import { answerMessage, countMessage } from '../anthropic/fake.ts';
import { post, type FakeRoute } from '../fakes/fake-provider.ts';
import { refuse } from '../fakes/gemini-refusals.ts';
import { fieldsOf, listOf, type Fields } from '../http/fields.ts';

/** The versions of the interface that Vertex AI takes, and those of Anthropic that they are. */
const VERSIONS: ReadonlyMap<unknown, string> = new Map([
  ['vertex-2023-10-16', '2023-06-01'],
  ['2026-10-21', '2026-10-21'],
]);

/** Models that have to be named with the day of their version. */
const DATED = /-4-5$/;

/** The route of Anthropic's models, below a path: the model in the address, the version in the body. */
export function vertexClaudeRoute(base: string): FakeRoute {
  const cache = new Set<string>();
  return post(
    `${base}/publishers/anthropic/models/([^/:]+):(rawPredict|streamRawPredict)`,
    (request, [, encoded = '', method]) => {
      const { anthropic_version: told, ...body } = request.json();
      const version = VERSIONS.get(told);
      if (version === undefined) {
        return refuseMessage('anthropic_version: Input should be "vertex-2023-10-16"');
      }
      const name = decodeURIComponent(encoded);
      if (name === 'count-tokens') return countMessage(body, version);
      if (body['model'] !== undefined)
        return refuseMessage('model: Extra inputs are not permitted');
      if (fakeClaude(name) === undefined || DATED.test(name)) {
        return refuse(404, 'NOT_FOUND', `Publisher Model \`${name}\` was not found.`);
      }
      if ((body['stream'] === true) !== (method === 'streamRawPredict')) {
        return refuseMessage('stream: must be true for streamRawPredict, and for nothing else');
      }
      if (hasAddress(body)) return refuseMessage('URL sources are not supported');
      return answerMessage({ model: name, ...body }, version, cache);
    },
  );
}

function hasAddress({ messages }: Fields): boolean {
  return listOf(messages)
    .flatMap(({ content }) => blocksOf(content))
    .flatMap((block) => [block, ...blocksOf(block['content'])])
    .some(({ source }) => fieldsOf(source)['type'] === 'url');
}
