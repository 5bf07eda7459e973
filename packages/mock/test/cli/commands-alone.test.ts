import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PROCESS_IO } from '../../src/cli/process-io.ts';
import { createProgram } from '../../src/cli/program.ts';

const whole = createProgram(PROCESS_IO, () => {}).commands;

describe('createProgram', () => {
  it('has every command without a first word', () => {
    const names = whole.map((command) => command.name());
    assert.deepEqual(names, ['serve', 'record', 'check', 'openapi', 'explain', 'har']);
  });

  for (const command of whole) {
    const name = command.name();
    it(`has ${name} as it is among the others where that is the first word`, () => {
      const alone = createProgram(PROCESS_IO, () => {}, name).commands;
      const found = alone.find((one) => one.name() === name);
      assert.equal(found?.helpInformation(), command.helpInformation());
      // A group of commands comes with all the others.
      assert.equal(alone.length, command.commands.length > 0 ? whole.length : 1);
    });
  }
});
