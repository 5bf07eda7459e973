import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { transcriptLines } from '../../src/chat/transcript.ts';

const linesOf = (text: string) =>
  transcriptLines([{ role: 'user', blocks: [{ type: 'text', text }] }]);

describe('a conversation as people read it', () => {
  it('has a text on one line, as far as that goes', () => {
    assert.deepEqual(linesOf('a \n\n b'), ['  1   user       a ⏎ b']);
    const [line = ''] = linesOf('ab\n'.repeat(1000));
    assert.match(line, /ab ⏎ ab ⏎ .*…$/);
    assert.ok(line.length < 120);
  });

  it('takes no longer for a long run of blanks', () => {
    const cpu = process.cpuUsage();
    linesOf(`a${' '.repeat(100_000)}b`);
    const { user } = process.cpuUsage(cpu);
    assert.ok(user < 500_000, `${user} µs`);
  });
});
