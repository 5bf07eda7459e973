import type { ChatRow, ChatTable } from './chat-model.ts';

/** Where facts are from that no vendor's page was read for; the vendors' pages may differ by now. */
export const PUBLIC_CATALOG = {
  source: 'a public catalog of models',
  asOf: '2026-08-01',
  uncertainPrice: 'from a secondary source',
} as const;

/** What `Common` lacks of a row; `maxOutput` is the context by default. */
type Rest<Common> = Partial<ChatRow> &
  Omit<ChatRow, 'upstream' | 'name' | 'pricing' | 'maxOutput' | keyof Common>;

/** A model in a vendor's list. */
type Listed<Common> = readonly [
  id: string,
  name: string,
  released: string,
  pricing: ChatRow['pricing'],
  ...abilities: {} extends Rest<Common> ? [Rest<Common>?] : [Rest<Common>],
];

interface Vendor {
  readonly slug: string;
  readonly name: string;
  /** What the provider calls a model, if not by its id. */
  readonly upstreamOf?: (id: string) => string;
}

/** Returns the rows of a vendor's models. */
export function chatTable<const Common extends Partial<ChatRow>>(
  vendor: Vendor,
  common: Common,
  models: readonly Listed<Common>[],
): ChatTable {
  return Object.fromEntries(
    models.map(([id, title, released, pricing, abilities]) => {
      const upstream = vendor.upstreamOf?.(id) ?? id;
      const name = `${vendor.name}: ${title}`;
      const facts = { ...common, ...abilities };
      const row = { upstream, maxOutput: facts.context, ...facts, name, released, pricing };
      // What `Common` lacks is in the abilities.
      return [`${vendor.slug}/${id}`, row as ChatRow];
    }),
  );
}
