import type { Bench, Suite } from '../harness/suite.ts';
import type { Target } from '../target.ts';
import { unmeasured } from '../verdict.ts';

/** A suite that runs programs of others: without them, its targets are skipped. */
export function besidePeers(targets: readonly Target[], suite: Suite): Suite {
  return {
    ...suite,
    async run(bench) {
      const reason = reasonToSkip(bench);
      if (reason === undefined) return suite.run(bench);
      const rows = targets.map((target) => unmeasured(target, 'skipped', reason));
      return { noise: 0, measured: {}, rows };
    },
  };
}

function reasonToSkip({ options }: Bench): string | undefined {
  if (!options.peers) return '--no-peers';
  return process.platform === 'linux' ? undefined : 'CPU time of other programs is read from /proc';
}
