import { accountOf } from '../accounts/account-of.ts';
import { toGuardrail } from '../accounts/guardrails.ts';
import { checkOptions, type OptionTable } from '../input/check-options.ts';
import { ITERABLE, withMethods } from '../input/value-rule.ts';
import type { AppliedGuardrail, Guardrail, GuardrailStore } from '../ports/guardrail-store.ts';
import {
  createMemoryGuardrailAssignmentStore,
  type MemoryGuardrailAssignmentStore,
} from './guardrail-assignment-store.ts';

/** Which key a guardrail is assigned to. */
export interface GuardrailOfKey {
  readonly guardrailId: string;
  /** The `hash` of the key. */
  readonly keyHash: string;
}

/** A store of guardrails in memory, with ways to change it. */
export interface MemoryGuardrailStore extends GuardrailStore {
  /** Adds a guardrail, or replaces the one with the same id. Throws a `TypeError` for another value. */
  put(guardrail: Guardrail): void;
  /** Removes a guardrail. Every request is refused to members and keys that still have it. */
  remove(id: string): boolean;
  /** Assigns a guardrail to a key. */
  assign(to: GuardrailOfKey): void;
  /** Returns false where it was not assigned. */
  unassign(from: GuardrailOfKey): boolean;
}

/** What a store of guardrails in memory begins with. */
export interface MemoryGuardrails {
  readonly guardrails?: Iterable<Guardrail> | undefined;
  /** Which guardrails members have: those of the gateway's `stores.assignments`. */
  readonly assignments?: MemoryGuardrailAssignmentStore | undefined;
  /** Which guardrails keys have. */
  readonly keys?: Iterable<GuardrailOfKey> | undefined;
}

const OPTIONS: OptionTable<MemoryGuardrails> = {
  guardrails: ITERABLE,
  assignments: withMethods('a store of createMemoryGuardrailAssignmentStore', 'idsOf'),
  keys: ITERABLE,
};

/**
 * Creates a store of guardrails in memory. Throws a `TypeError` for a value that is not a guardrail, and
 * for options that it does not have. Source: contract §6.3.
 *
 * @example
 * const assignments = createMemoryGuardrailAssignmentStore();
 * const guardrails = createMemoryGuardrailStore({ assignments });
 * createGateway({ stores: { models, keys, assignments, guardrails } });
 */
export function createMemoryGuardrailStore(options: MemoryGuardrails = {}): MemoryGuardrailStore {
  checkOptions('createMemoryGuardrailStore', options, OPTIONS);
  const { guardrails = [], keys = [] } = options;
  const { assignments = createMemoryGuardrailAssignmentStore() } = options;
  const byId = new Map<string, Guardrail>();
  const byKey = new Map<string, Set<string>>();
  const put = (guardrail: Guardrail) => void byId.set(guardrail.id, toGuardrail(guardrail));
  const assign = ({ guardrailId, keyHash }: GuardrailOfKey) => {
    byKey.set(keyHash, (byKey.get(keyHash) ?? new Set()).add(guardrailId));
  };
  for (const guardrail of guardrails) put(guardrail);
  for (const key of keys) assign(key);

  return {
    put,
    assign,
    remove: (id) => byId.delete(id),
    unassign: ({ guardrailId, keyHash }) => byKey.get(keyHash)?.delete(guardrailId) === true,
    async of(caller) {
      const { hash, organizationId, userId } = caller;
      const accountId = accountOf(caller);
      const applied = (id: string, scope: AppliedGuardrail['scope']) => {
        const guardrail = byId.get(id);
        if (guardrail?.accountId === accountId) return { ...guardrail, scope };
        throw new Error(unknownGuardrail(id, accountId, scope));
      };
      const ofMember = organizationId === null ? [] : assignments.idsOf(organizationId, userId);
      return [
        ...ofMember.map((id) => applied(id, 'member')),
        ...[...(byKey.get(hash) ?? [])].map((id) => applied(id, 'key')),
      ];
    },
  };
}

/** Says why a request is refused whose guardrail cannot be read. */
export function unknownGuardrail(
  id: string,
  accountId: string,
  scope: AppliedGuardrail['scope'],
): string {
  return (
    `guardrail ${id} is assigned to a ${scope} of ${accountId}, which has no such guardrail: ` +
    'its requests are refused until the guardrail is there or the assignment is not'
  );
}
