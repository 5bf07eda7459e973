import type { MockTenant, RunningMockGateway } from '@model-gateway/mock';
import type { PeerCase } from './cases.ts';
import { reachOf, type Aimock } from './fakes.ts';

export type Outcome = 'yes' | 'no' | 'no way';

/** Says whether the mock does what a case asks for, in a tenant of its own. */
export async function ourOutcome(
  one: PeerCase,
  gateway: RunningMockGateway,
  isTimed: boolean,
): Promise<Outcome> {
  const t = gateway.tenant({ unscripted: one.title.startsWith('a miss') ? 'fail' : 'echo' });
  try {
    return await outcomeOf(one, t, isTimed, {
      tell: () => one.ours(t),
      another: () => gateway.tenant(),
    });
  } finally {
    await t.close();
  }
}

/** The same of aimock, which forgets what it was told before. */
export async function theirOutcome(one: PeerCase, aimock: Aimock): Promise<Outcome> {
  const { theirs } = one;
  if (theirs === undefined) return 'no way';
  aimock.reset();
  return outcomeOf(one, aimock, true, { tell: () => theirs(aimock), another: () => undefined });
}

interface Ways {
  readonly tell: () => unknown;
  readonly another: Parameters<PeerCase['holds']>[2];
}

async function outcomeOf(
  { holds, mostMs = Infinity }: PeerCase,
  fake: MockTenant | Aimock,
  isTimed: boolean,
  { tell, another }: Ways,
): Promise<Outcome> {
  try {
    tell();
    const started = performance.now();
    const isHeld = await holds(reachOf(fake), fake, another);
    return isHeld && (!isTimed || performance.now() - started < mostMs) ? 'yes' : 'no';
  } catch {
    return 'no';
  }
}
