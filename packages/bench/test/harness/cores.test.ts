import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { describe, it } from 'node:test';
import { canPin } from '../../src/harness/cores.ts';

const CORES = new URL('../../src/harness/cores.ts', import.meta.url).href;

describe('the cores of a measurement', () => {
  const skip = canPin() ? false : 'needs two cores and taskset';

  it('stay apart when the bench has moved to the core of the client', { skip }, () => {
    const program = `
      import { canPin, leaveServerCore, onCoreOf } from ${JSON.stringify(CORES)};
      leaveServerCore();
      console.log(JSON.stringify([canPin(), onCoreOf('client', []), onCoreOf('server', [])]));`;
    const { stdout, stderr } = spawnSync(
      process.execPath,
      ['--input-type=module', '--eval', program],
      { encoding: 'utf8' },
    );
    const last = String(availableParallelism() - 1);
    const expected = [true, ['taskset', '-c', '0'], ['taskset', '-c', last]];
    assert.deepEqual(JSON.parse(stdout || stderr), expected);
  });
});
