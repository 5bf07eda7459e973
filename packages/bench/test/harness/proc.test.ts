import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cpuMicrosecondsOf, nanosecondsIn } from '../../src/harness/foreign-cpu.ts';
import { peakBytesIn, residentBytesIn } from '../../src/harness/resident-memory.ts';

describe('/proc', () => {
  it('gives the time that a thread had a processor', () => {
    assert.equal(nanosecondsIn('1979749764 663472 31\n'), 1_979_749_764);
  });

  it('gives what this process takes, as Node counts it', (context) => {
    if (process.platform !== 'linux') return context.skip('there is no /proc');
    const before = [cpuMicrosecondsOf(process.pid), process.cpuUsage()] as const;
    let { user, system } = process.cpuUsage(before[1]);
    while (user + system < 100_000) ({ user, system } = process.cpuUsage(before[1]));
    const taken = cpuMicrosecondsOf(process.pid) - before[0];
    assert.ok(Math.abs(taken - user - system) < 25_000, `${taken} µs against ${user + system}`);
  });

  it('gives the resident memory and its peak in bytes', () => {
    const status = 'Name:\tnode\nVmHWM:\t  90000 kB\nVmRSS:\t   64000 kB\n';
    assert.equal(residentBytesIn(status), 65_536_000);
    assert.equal(peakBytesIn(status), 92_160_000);
  });
});
