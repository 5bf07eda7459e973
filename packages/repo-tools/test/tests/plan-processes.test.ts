import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { asksForOwnProcess, planProcesses } from '../../src/tests/plan-processes.ts';

function shared(...paths: string[]) {
  return paths.map((path) => ({ path, ownProcess: false }));
}

describe('the processes of pnpm test', () => {
  it('are one for the files of a package, and one for all examples', () => {
    const processes = planProcesses(
      shared(
        'packages/core/test/a.test.ts',
        'packages/core/test/b.test.ts',
        'packages/node/test/c.test.ts',
        'examples/curl/app.test.ts',
        'examples/jest/app.test.ts',
      ),
    );
    assert.deepEqual(
      processes.map(({ name, files }) => [name, files.length]),
      [
        ['packages/core', 2],
        ['examples', 2],
        ['packages/node', 1],
      ],
    );
  });

  it('are in the order of their size, the largest first', () => {
    const processes = planProcesses(
      shared(
        'packages/core/test/a.test.ts',
        'packages/mock/test/b.test.ts',
        'packages/mock/test/c.test.ts',
        'packages/mock/test/d.test.ts',
        'packages/node/test/e.test.ts',
        'packages/node/test/f.test.ts',
      ),
    );
    assert.deepEqual(
      processes.map(({ name }) => name),
      ['packages/mock', 'packages/node', 'packages/core'],
    );
  });

  it('are several of about the same size for a package with many files', () => {
    const files = Array.from({ length: 100 }, (_, index) => `packages/core/test/${index}.test.ts`);
    const processes = planProcesses(shared(...files));
    assert.deepEqual(
      processes.map(({ name, files: members }) => [name, members.length]),
      [
        ['packages/core 1 of 3', 34],
        ['packages/core 2 of 3', 33],
        ['packages/core 3 of 3', 33],
      ],
    );
    assert.deepEqual(new Set(processes.flatMap(({ files: members }) => members)), new Set(files));
  });

  it('begin with the files that ask for one of their own', () => {
    const alone = { path: 'packages/node/test/sockets.test.ts', ownProcess: true };
    const processes = planProcesses([...shared('packages/core/test/a.test.ts'), alone]);
    assert.deepEqual(processes[0], { name: alone.path, files: [alone.path] });
  });
});

describe('a line that asks for an own process', () => {
  const cases: readonly (readonly [text: string, expected: boolean])[] = [
    ["import assert from 'node:assert';\n// Own process: counts sockets.\n", true],
    ['// Own process: counts sockets.', true],
    ['// Own process:', false],
    ["const text = '// Own process: counts sockets.';", false],
    ['// This needs no Own process: it is pure.', false],
  ];
  for (const [text, expected] of cases) {
    it(`is ${expected ? '' : 'not '}in ${JSON.stringify(text)}`, () => {
      assert.equal(asksForOwnProcess(text), expected);
    });
  }
});
