import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Io } from '../../src/cli/io.ts';
import { createProgram } from '../../src/program.ts';

const io: Io = { env: {}, folder: '/', input: () => process.stdin, print() {}, say() {} };
const whole = createProgram(io, () => {}).commands;

describe('createProgram', () => {
  it('has every command without a first word, or with another one', () => {
    assert.ok(whole.length > 10);
    assert.equal(createProgram(io, () => {}, 'constructor').commands.length, whole.length);
  });

  for (const command of whole) {
    const name = command.name();
    it(`has ${name} alone, as it is among the others, where that is the first word`, () => {
      const alone = createProgram(io, () => {}, name).commands;
      assert.deepEqual(
        alone.map((one) => [one.helpInformation(), one.commands.map((each) => each.name())]),
        [[command.helpInformation(), command.commands.map((each) => each.name())]],
      );
    });
  }
});
