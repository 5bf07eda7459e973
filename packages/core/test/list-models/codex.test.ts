import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CodexModel } from '../../src/catalog/codex-models.ts';
import { aGateway, anArchitecture, anEntry, aKey, bearer, get, list } from '../builders.ts';

/* GET /models?client_version=, as Codex asks for its catalog. Source: contract §3.12. */

const QUILL = anEntry({
  id: 'acme/quill-1',
  name: 'Acme: Quill 1',
  description: 'Writes.',
  context_length: 131_072,
  architecture: anArchitecture({ input_modalities: ['text', 'image', 'file'] }),
  supported_parameters: ['tools', 'reasoning', 'parallel_tool_calls'],
  reasoning: { mandatory: false, supported_efforts: ['max', 'high', 'low', 'none'] },
});
const ENTRIES = [
  QUILL,
  anEntry({ id: 'acme/plain', supported_parameters: ['tools'] }),
  anEntry({ id: 'acme/mute', supported_parameters: ['seed'] }),
];

async function codexModels(search: string): Promise<readonly CodexModel[] | undefined> {
  // A superset of the list.
  const answer = (await list(aGateway({ entries: ENTRIES }), search)) as {
    readonly models?: readonly CodexModel[];
  };
  return answer.models;
}

describe('the catalog of Codex', () => {
  it('stands beside the list, with every member that Codex requires', async () => {
    const [quill] = (await codexModels('?client_version=0.169.0')) ?? [];
    assert.deepEqual(quill, {
      slug: 'acme/quill-1',
      display_name: 'Acme: Quill 1',
      description: 'Writes.',
      supported_reasoning_levels: [
        { effort: 'low', description: 'low' },
        { effort: 'high', description: 'high' },
      ],
      supports_reasoning_summaries: true,
      context_window: 131_072,
      input_modalities: ['text', 'image'],
      supports_parallel_tool_calls: true,
      support_verbosity: false,
      default_verbosity: null,
      shell_type: 'shell_command',
      apply_patch_tool_type: null,
      experimental_supported_tools: [],
      visibility: 'list',
      supported_in_api: true,
      priority: 0,
      upgrade: null,
      base_instructions: '',
      truncation_policy: { mode: 'tokens', limit: 10_000 },
    });
  });

  it('has the models that take tools, and says nothing of reasoning for those without', async () => {
    const models = (await codexModels('?client_version=1')) ?? [];
    assert.deepEqual(
      models.map(({ slug, supported_reasoning_levels: levels }) => [slug, levels.length]),
      [
        ['acme/quill-1', 2],
        ['acme/plain', 0],
      ],
    );
  });

  it('is of the models of the page, and of those only that the key may use', async () => {
    assert.deepEqual(
      await codexModels('?client_version=1&offset=1&limit=1&sort=newest'),
      [(await codexModels('?client_version=1&sort=newest'))?.[1]].map((model) => ({
        ...model,
        priority: 0,
      })),
    );
    const key = aKey({ allowedModels: ['acme/plain'] });
    const gateway = aGateway({ entries: ENTRIES, keys: [key] });
    const { text } = await get(gateway, '/models?client_version=1', bearer());
    assert.deepEqual(
      JSON.parse(text).models.map(({ slug }: CodexModel) => slug),
      ['acme/plain'],
    );
  });

  it('is not there for anybody else, and has an entity tag of its own', async () => {
    assert.equal(await codexModels(''), undefined);
    assert.equal(await codexModels('?limit=3'), undefined);
    const gateway = aGateway({ entries: ENTRIES });
    const tagOf = async (search: string) => (await get(gateway, search)).headers['etag'];
    assert.notEqual(await tagOf('/models?client_version=1'), await tagOf('/models'));
  });
});
