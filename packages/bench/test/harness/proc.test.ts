import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ticksIn } from '../../src/harness/foreign-cpu.ts';
import { peakBytesIn, residentBytesIn } from '../../src/harness/resident-memory.ts';

describe('/proc', () => {
  it('gives user and system time whatever the name of the program', () => {
    const stat = '42 (node (a) b) S 1 42 42 0 -1 4194560 9 0 0 0 120 34 7 8 20 0 11 0 99 1 2';
    assert.equal(ticksIn(stat), 154);
  });

  it('gives the resident memory and its peak in bytes', () => {
    const status = 'Name:\tnode\nVmHWM:\t  90000 kB\nVmRSS:\t   64000 kB\n';
    assert.equal(residentBytesIn(status), 65_536_000);
    assert.equal(peakBytesIn(status), 92_160_000);
  });
});
