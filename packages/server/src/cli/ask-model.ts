import type { Clock, GenerationRecord, RequestObserver } from '@model-gateway/core';
import type { ListedProvider } from '@model-gateway/providers';
import type { ResolvedProvider } from '../config/resolve-config.ts';
import type { LoadedConfig } from '../loading/load-config.ts';
import { openResolved } from '../open-gateway.ts';
import type { Finding } from './finding.ts';

type Model = ListedProvider['catalog'][number]['model'];

/** The least that each kind of model can be asked for, the cheapest kind first. */
const LEAST = [
  {
    makes: 'text',
    path: '/chat/completions',
    // Fewer are refused by some.
    body: { messages: [{ role: 'user', content: 'Hi' }], max_tokens: 16 },
  },
  { makes: 'embeddings', path: '/embeddings', body: { input: 'Hi' } },
  { makes: 'rerank', path: '/rerank', body: { query: 'Hi', documents: ['Hi'] } },
  { makes: 'image', path: '/images', body: { prompt: 'a dot' } },
] as const;

/**
 * Asks the cheapest model of a provider for the least, as a client would by a gateway of this one
 * provider, which keeps, limits and charges nothing.
 */
export async function askModel(
  provider: ListedProvider,
  configured: ResolvedProvider,
  { config, folder, file }: LoadedConfig,
  clock: Clock,
): Promise<Finding> {
  const request = leastOf(provider);
  const what = `provider ${provider.slug}`;
  if (request === undefined) {
    return { what, result: 'warning', says: 'none of its models can be asked by a text alone' };
  }
  let made: GenerationRecord | undefined;
  const observer: RequestObserver = {
    wants: () => 'metadata',
    observe: ({ generation }) => void (made = generation),
  };
  const alone = {
    ...config,
    ...NOTHING_ELSE,
    providers: [configured],
    inference: { ...config.inference, aliases: {} },
  };
  const options = { folder, source: file, clock, observers: [observer] };
  const gateway = await openResolved(alone, options);
  const { path, body } = request;
  let status: number | undefined;
  try {
    const { workspaces, keys } = gateway.administration;
    const { id: workspaceId } = await workspaces.create({ accountId: USER, name: USER });
    const { text } = await keys.create({ label: USER, userId: USER, workspaceId });
    await gateway.ready();
    const response = await gateway.handle({
      method: 'POST',
      path,
      search: '',
      mount: '',
      headers: { authorization: `Bearer ${text}` },
      body: { kind: 'parsed', value: body },
    });
    status = response?.status;
  } finally {
    // Its observer has had the request by then.
    await gateway.close();
  }
  const asked = `POST ${path} to ${body.model}`;
  if (status === 200) {
    const says = `answers a ${asked}, for ${made?.costUsd ?? '0'} USD at its prices`;
    return { what, result: 'ok', says };
  }
  const { failure, egressCode, message } = made?.attempts.at(-1) ?? {};
  const why = [failure, egressCode, message].filter((one) => one !== undefined).join(', ');
  return { what, result: 'problem', says: `${asked} is a ${status}: ${why || 'nobody was asked'}` };
}

const USER = 'providers test';

/** What a gateway has besides providers, off. */
const NOTHING_ELSE = {
  store: 'sqlite::memory:',
  secretKeys: undefined,
  warnings: [],
  catalog: { file: null, public: false },
  passThrough: null,
  limits: null,
  idempotency: null,
  spending: { webhook: null },
  log: { level: 'silent', format: 'json' },
} as const;

function leastOf({ catalog }: ListedProvider) {
  for (const { makes, path, body } of LEAST) {
    const [cheapest] = catalog
      .map(({ model }) => model)
      .filter(({ architecture }) => architecture.output_modalities.includes(makes))
      .filter(({ architecture }) => architecture.input_modalities.includes('text'))
      .toSorted((a, b) => priceOf(a) - priceOf(b));
    if (cheapest !== undefined) return { path, body: { model: cheapest.id, ...body } };
  }
  return undefined;
}

/** To compare models of one kind by; pictures mostly have prices of their own at endpoints. */
function priceOf({ pricing }: Model): number {
  return Number(pricing.prompt) + Number(pricing.completion);
}
