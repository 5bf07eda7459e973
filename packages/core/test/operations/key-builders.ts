import {
  createGateway,
  createManualClock,
  createMemoryCreditLedger,
  createMemoryKeyStore,
  createMemoryModelStore,
  type ApiKey,
  type Gateway,
  type GatewayOptions,
} from '@model-gateway/core';
import { ORGANIZATION, uuid } from '../admin-builders.ts';
import { aKey, aRequest, bearer, NOW, toAnswer, type Answer } from '../builders.ts';

export const CREDITS = 'credits';
/** The default workspace of the keys below, and others of the same organization and of another. */
export const [WORKSPACE, SECOND, FOREIGN] = [uuid(1), uuid(2), uuid(3)];

/** The keys that tests of administration call with, by their texts. */
export const CALLERS: Readonly<Record<string, Partial<ApiKey>>> = {
  admin: {},
  colleague: { userId: 'user_2' },
  elsewhere: { workspaceId: SECOND },
  stranger: { organizationId: 'org_2', workspaceId: FOREIGN },
  personal: { organizationId: null, workspaceId: uuid(4) },
  'personal-other': { organizationId: null, userId: 'user_2', workspaceId: uuid(5) },
};

export interface KeyScene {
  readonly gateway: Gateway;
  readonly clock: ReturnType<typeof createManualClock>;
  readonly store: ReturnType<typeof createMemoryKeyStore>;
  readonly ledger: ReturnType<typeof createMemoryCreditLedger>;
  /** Sends a request as one of the callers, or with the text of a key; an object becomes the body. */
  send(method: string, path: string, body?: unknown, caller?: string): Promise<Answer>;
  /** Does, and returns `data` of an answer with this status. */
  data(status: number, ...sent: Parameters<KeyScene['send']>): Promise<Shown>;
  /** Makes a key; returns its text and what is shown of it. */
  make(body?: object, caller?: string): Promise<Made>;
}

export type Shown = Readonly<Record<string, unknown>>;

/** A key that was made. */
interface Made {
  readonly text: string;
  readonly hash: string;
  readonly key: Shown;
}

/** A gateway whose keys can be administered, with the clock at `NOW`. */
export function aKeyScene(given: Partial<GatewayOptions> = {}): KeyScene {
  const clock = createManualClock(NOW);
  const managing = Object.entries(CALLERS).map(([text, differs]) =>
    aKey({
      text,
      kind: 'management',
      organizationId: ORGANIZATION,
      workspaceId: WORKSPACE,
      creditAccountId: CREDITS,
      ...differs,
    }),
  );
  const store = createMemoryKeyStore([...managing, aKey({ organizationId: ORGANIZATION })]);
  const ledger = createMemoryCreditLedger({ [CREDITS]: '100' });
  const gateway = createGateway({
    clock,
    inference: { ledger },
    ...given,
    stores: { models: createMemoryModelStore([]), keys: store, ...given.stores },
  });
  const send: KeyScene['send'] = async (method, path, body, caller = 'admin') => {
    const bytes = new TextEncoder().encode(JSON.stringify(body));
    const request = aRequest(path, {
      method,
      headers: bearer(caller),
      body: body === undefined ? { kind: 'none' } : { kind: 'bytes', read: async () => bytes },
    });
    return toAnswer(await gateway.handle(request));
  };
  const data: KeyScene['data'] = async (status, ...sent) => {
    const answer = await send(...sent);
    if (answer.status !== status) throw new Error(`${answer.status}: ${answer.text}`);
    return (JSON.parse(answer.text) as { data: Shown }).data;
  };
  const make: KeyScene['make'] = async (body = {}, caller = 'admin') => {
    const { status, text } = await send('POST', '/keys', { name: 'CI', ...body }, caller);
    if (status !== 201) throw new Error(`${status}: ${text}`);
    const made = JSON.parse(text) as { key: string; data: Shown & { hash: string } };
    return { text: made.key, hash: made.data.hash, key: made.data };
  };
  return { gateway, clock, store, ledger, send, data, make };
}
