import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ticksIn } from '../../src/harness/foreign-cpu.ts';
import { residentBytesIn } from '../../src/harness/resident-memory.ts';

describe('/proc', () => {
  it('gives user and system time whatever the name of the program', () => {
    const stat = '42 (node (a) b) S 1 42 42 0 -1 4194560 9 0 0 0 120 34 7 8 20 0 11 0 99 1 2';
    assert.equal(ticksIn(stat), 154);
  });

  it('gives the resident memory in bytes', () => {
    assert.equal(
      residentBytesIn('Name:\tnode\nVmHWM:\t  90000 kB\nVmRSS:\t   64000 kB\n'),
      65_536_000,
    );
  });
});
