import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { refusalOfOldNode } from '../../src/build/refusal-of-old-node.ts';

const manifest = { name: '@scope/command', engines: { node: '>=20.19' } };

/** Runs the statement where Node has this version; returns what it said and how it ended. */
function run(version: string): readonly unknown[] {
  const said: unknown[] = [];
  const process = {
    versions: { node: version },
    stderr: { write: (text: string) => said.push(text) },
    exit: (code: number) => said.push(code),
  };
  // oxlint-disable-next-line typescript/no-implied-eval -- as the command runs it
  new Function('process', refusalOfOldNode(manifest))(process);
  return said;
}

describe('the beginning of a command', () => {
  for (const version of ['18.20.8', '20.9.0', '20.18.3', '8.0.0']) {
    it(`ends Node ${version} with a sentence`, () => {
      const sentence = `@scope/command needs Node 20.19 or later; this is Node ${version}.\n`;
      assert.deepEqual(run(version), [sentence, 1]);
    });
  }

  for (const version of ['20.19.0', '20.20.2', '22.0.0', '24.21.0', '100.1.0']) {
    it(`lets Node ${version} go on`, () => assert.deepEqual(run(version), []));
  }

  it('is not made of a range that it does not understand', () => {
    const odd = { ...manifest, engines: { node: '20 || 22' } };
    assert.throws(() => refusalOfOldNode(odd), /expected engines\.node such as ">=20\.19"/);
  });
});
