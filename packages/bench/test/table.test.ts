import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { renderTable } from '../src/table.ts';
import type { Target } from '../src/target.ts';
import { inform, judge, unmeasured } from '../src/verdict.ts';

describe('renderTable', () => {
  it('prints a line per row, numbers to the right', () => {
    const target: Target = { id: 'T1', workload: 'list', unit: 'ratio', limit: { atLeast: 0.9 } };
    const engine: Target = {
      id: 'T15',
      workload: 'engine',
      unit: 'milliseconds',
      limit: { atMost: 2 },
    };
    const rows = [
      judge(target, [0.95, 0.95], 0),
      judge(engine, [0.0123, 0.0123], 0),
      inform({ id: 'T12', workload: 'memory', unit: 'bytes' }, [91_000_000]),
      unmeasured(target, 'skipped', '--no-peers'),
    ];
    assert.equal(
      renderTable(rows),
      [
        '     workload  measured  spread      limit',
        'T1   list          0.95  ±0.0 %     ≥ 0.90  pass',
        'T15  engine     12.3 µs  ±0.0 %  ≤ 2.00 ms  pass',
        'T12  memory       91 MB                     info',
        'T1   list                           ≥ 0.90  skipped: --no-peers',
        '',
      ].join('\n'),
    );
  });

  it('shows how far a ratio near 1 is from it', () => {
    const target: Target = { id: 'T20', workload: 'w', unit: 'ratio', limit: { atLeast: 0.995 } };
    assert.match(renderTable([judge(target, [0.9998, 0.9998], 0)]), /0\.9998 .* ≥ 0\.995 /);
    assert.match(renderTable([judge(target, [1, 1], 0)]), /1\.00 .* ≥ 0\.995 /);
  });
});
