import * as v from 'valibot';
import { GatewayError, invalidRequest } from '../errors.ts';
import { jsonResponse } from '../http/respond.ts';
import type { ApiKey, KeyLimits, KeyRecord } from '../ports/key-store.ts';
import { described } from '../resources/described.ts';
import { KeySchema, NewKeySchema } from '../resources/key.ts';
import { mintKey } from '../secrets/mint-key.ts';
import { defineOperation } from './define-operation.ts';
import { guardrailsOf } from './inference-operation.ts';
import { keyConflict, keysOfAccount, toWireKey } from './key-answers.ts';
import { limitsIn } from './limits-in.ts';
import type { GatewayContext } from './operation-context.ts';

type NewKey = v.InferOutput<typeof NewKeySchema>;

/** POST /keys. Source: contract §19.1. */
export const createKey = defineOperation({
  id: 'createKey',
  method: 'POST',
  path: '/keys',
  tag: 'accounting',
  summary: 'Make a key',
  description:
    'Makes an inference key of the account, which pays from the credit account of the calling key ' +
    'and may use the same models. Its text is in this answer and nowhere else.',
  permission: 'management',
  body: { schema: NewKeySchema, secrets: ['external'] },
  response: v.object({
    data: KeySchema,
    key: described(v.string(), 'The text of the key, shown this once.'),
  }),
  errors: ['notFound', 'conflict'],

  async handle({ body, caller }, context: GatewayContext) {
    const { key: maker, accountId, keys } = keysOfAccount(caller, context);
    const { inference, clock } = context;
    const createdAt = new Date(clock.now()).toISOString();
    requireLater(body.expires_at ?? null, clock.now());
    if (inference.ledger !== undefined && maker.creditAccountId === null) throw noPayer();
    const workspaceId = body.workspace_id ?? maker.workspaceId;
    const isElsewhere = workspaceId !== maker.workspaceId.toLowerCase();
    if (isElsewhere && !(await keys.hasWorkspace(accountId, workspaceId))) {
      throw new GatewayError('notFound');
    }
    const all = { accountId, workspaceId, includeDisabled: true, offset: 0, limit: 1 };
    if ((await keys.list(all)).totalCount >= MOST_KEYS) throw tooManyKeys();
    const { text, hash, mask } = mintKey('inference');
    const record: KeyRecord = {
      hash,
      mask,
      label: body.name,
      kind: 'inference',
      userId: ownerOf(body, maker),
      organizationId: maker.organizationId,
      workspaceId: isElsewhere ? workspaceId : maker.workspaceId,
      allowedModels: maker.allowedModels,
      creditAccountId: maker.creditAccountId,
      limits: { ...defaultsFor(body, context.newKeyLimits), ...limitsIn(body) },
      state: 'active',
      expiresAt: body.expires_at ?? null,
      createdAt,
      updatedAt: null,
    };
    await requireGuardrails(record, maker, context);
    await keys.create(record);
    return jsonResponse({ data: await toWireKey(record, context), key: text }, { status: 201 });
  },
});

/** Of a workspace, as made by clients: a program that does not end would fill the store. */
const MOST_KEYS = 10_000;

function tooManyKeys(): GatewayError {
  return keyConflict(
    `the workspace has ${MOST_KEYS} keys or more, which is the most that clients make: delete some`,
  );
}

/** A limit of the request has its own reset, or none. */
function defaultsFor({ limit }: NewKey, defaults: KeyLimits): KeyLimits {
  return limit === undefined ? defaults : { ...defaults, usd: null, reset: null };
}

/** A key that has ended, or never can, would be of no use. */
function requireLater(expiresAt: string | null, now: number): void {
  if (expiresAt === null) return;
  const time = Date.parse(expiresAt);
  // Node takes the thirtieth of February for the second of March.
  const isDay = !Number.isNaN(time) && sameDay(new Date(time).toISOString(), expiresAt);
  if (isDay && time > now) return;
  const allowed = isDay ? 'must be later than now' : 'must be a day of the calendar';
  const message = `expires_at ${allowed}, got ${expiresAt}`;
  throw invalidRequest([{ path: 'expires_at', message }]);
}

function sameDay(a: string, b: string): boolean {
  return a.slice(0, 10) === b.slice(0, 10);
}

/** Without an organization a key of another user would be a key of another account. */
function ownerOf({ creator_user_id: wanted }: NewKey, { userId, organizationId }: ApiKey): string {
  if (wanted === undefined || wanted === null || wanted === userId) return userId;
  if (organizationId !== null) return wanted;
  const message = `creator_user_id must be ${userId}, because the calling key acts for no organization`;
  throw invalidRequest([{ path: 'creator_user_id', message }]);
}

/** A key must not make one that may use more than itself. */
async function requireGuardrails(
  made: ApiKey,
  maker: ApiKey,
  context: GatewayContext,
): Promise<void> {
  const wanted = await guardrailsOf(maker, context);
  if (wanted.length === 0) return;
  const ids = new Set((await guardrailsOf(made, context)).map(({ id }) => id));
  const missing = wanted.find(({ id }) => !ids.has(id));
  if (missing === undefined) return;
  throw keyConflict(
    `Guardrail "${missing.name}" of the calling key would not hold for the new one: ask the operator for the key`,
  );
}

/** What such a key makes would be free. */
function noPayer(): GatewayError {
  return keyConflict(
    'the calling key has no credit account, which the new key would pay from: give it one',
  );
}
