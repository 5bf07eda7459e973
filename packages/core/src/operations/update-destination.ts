import * as v from 'valibot';
import { maskDestination } from '../destinations/mask.ts';
import { DestinationPatchSchema, patchDestination } from '../destinations/patch.ts';
import { GatewayError, invalidRequest } from '../errors.ts';
import { readIfMatch } from '../http/conditional.ts';
import { jsonResponse } from '../http/respond.ts';
import type { DestinationStore, StoredDestination, Versioned } from '../ports/destination-store.ts';
import { DestinationSchema } from '../resources/destination.ts';
import { described } from '../resources/described.ts';
import { UuidSchema } from '../resources/uuid.ts';
import { accountOf } from '../accounts/account-of.ts';
import { signedIn } from './account.ts';
import { defineOperation } from './define-operation.ts';
import type { GatewayContext } from './operation-context.ts';

/** How often a lost race is retried. Source: contract §5.5. */
const RETRIES = 3;

/** PATCH /observability/destinations/{id}. Source: contract §5. */
export const updateDestination = defineOperation({
  id: 'updateDestination',
  method: 'PATCH',
  path: '/observability/destinations/:id',
  tag: 'observability',
  summary: 'Partially update one observability destination',
  description:
    'Changes the members that are sent and leaves the others as they are. A concurrent change is a ' +
    '409; with `if-match` so is any change since the entity tag was read.',
  permission: 'management',
  params: v.object({ id: described(UuidSchema, 'Id of the destination.') }),
  body: { schema: DestinationPatchSchema, secrets: ['config', 'api_key_hashes'] },
  response: v.object({ data: DestinationSchema }),
  errors: ['notFound', 'conflict'],

  async handle({ request, params, body, caller }, { stores, clock, originChange }: GatewayContext) {
    const accountId = accountOf(signedIn(caller));
    const ifMatch = readIfMatch(request);
    if (!ifMatch.ok) throw invalidRequest([ifMatch.issue]);

    for (let attempt = 0; attempt <= RETRIES; attempt++) {
      const found = await find(stores.destinations, params.id, accountId);
      if (!ifMatch.accepts(etagOf(found))) break;
      const now = new Date(clock.now()).toISOString();
      const outcome = patchDestination(found.item.destination, body, now, originChange);
      if (outcome.kind === 'refused') throw invalidRequest(outcome.issues, outcome.more);
      if (outcome.kind === 'unchanged') return answer(found);
      const result = await stores.destinations.replace(outcome.destination, found.version);
      if (result === 'missing') throw new GatewayError('notFound');
      // Read again, because data and etag must belong together.
      if (result === 'replaced')
        return answer(await find(stores.destinations, params.id, accountId));
    }
    throw new GatewayError('conflict');
  },
});

async function find(
  destinations: DestinationStore,
  id: string,
  accountId: string,
): Promise<Versioned<StoredDestination>> {
  const found = await destinations.get(id);
  if (found?.item.accountId !== accountId) throw new GatewayError('notFound');
  return found;
}

function answer(found: Versioned<StoredDestination>) {
  const data = maskDestination(found.item.destination);
  return jsonResponse({ data }, { headers: { etag: etagOf(found) } });
}

/** A version may contain any character, an entity tag only some. */
function etagOf({ version }: Versioned<unknown>): string {
  return `"${encodeURIComponent(version)}"`;
}
