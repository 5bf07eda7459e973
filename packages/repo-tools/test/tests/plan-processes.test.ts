import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { asksForOwnProcess, planProcesses } from '../../src/tests/plan-processes.ts';

function shared(...paths: string[]) {
  return paths.map((path) => ({ path, ownProcess: false, waits: false, isLong: false }));
}

function numbered(folder: string, count: number) {
  return Array.from({ length: count }, (_, index) => `${folder}/${index}.test.ts`);
}

describe('the processes of pnpm test', () => {
  it('are one for the files of a package, for all examples, and for all small packages', () => {
    const processes = planProcesses(
      shared(
        ...numbered('packages/core/test', 12),
        ...numbered('packages/mock/test', 13),
        'packages/node/test/a.test.ts',
        'packages/koa/test/b.test.ts',
        ...numbered('examples/curl', 7),
        ...numbered('examples/jest', 8),
      ),
    );
    assert.deepEqual(
      processes.map(({ name, files }) => [name, files.length]),
      [
        ['examples', 15],
        ['packages/mock', 13],
        ['packages/core', 12],
        ['small packages', 2],
      ],
    );
  });

  it('have the name of a small package that is alone', () => {
    const processes = planProcesses(shared('packages/koa/test/a.test.ts'));
    assert.deepEqual(processes, [{ name: 'packages/koa', files: ['packages/koa/test/a.test.ts'] }]);
  });

  it('are several of about the same size for a package with many files, neighbours together', () => {
    const files = numbered('packages/core/test', 200);
    const processes = planProcesses(shared(...files));
    assert.deepEqual(
      processes.map(({ name, files: members }) => [name, members.length]),
      [
        ['packages/core 1 of 3', 67],
        ['packages/core 3 of 3', 67],
        ['packages/core 2 of 3', 66],
      ],
    );
    const inOrder = processes.toSorted((a, b) => a.name.localeCompare(b.name));
    assert.deepEqual(
      inOrder.flatMap(({ files: members }) => members),
      files,
    );
  });

  it('spread those that wait over those that compute, the longest first', () => {
    const alone = (path: string, waits: boolean, isLong = false) => ({
      path,
      ownProcess: true,
      waits,
      isLong,
    });
    const waiting = ['a', 'b'].map((path) => alone(path, true));
    const computing = ['1', '2', '3', '4'].map((path) => alone(path, false));
    assert.deepEqual(
      planProcesses([...computing, ...waiting]).map(({ name }) => name),
      ['a', '1', '2', 'b', '3', '4'],
    );
    const longest = alone('c', true, true);
    assert.equal(planProcesses([...computing, ...waiting, longest])[0]?.name, 'c');
  });

  it('begin with the files that share what they wait for', () => {
    const waits = { ownProcess: false, waits: true, isLong: false };
    const sharing = ['x', 'y'].map((name) => ({ path: `packages/sql/test/${name}`, ...waits }));
    const alone = {
      path: 'packages/node/test/sockets.test.ts',
      ownProcess: true,
      waits: true,
      isLong: false,
    };
    assert.deepEqual(planProcesses([alone, ...sharing]), [
      { name: 'packages/sql', files: ['packages/sql/test/x', 'packages/sql/test/y'] },
      { name: alone.path, files: [alone.path] },
    ]);
  });
});

describe('a line that asks for an own process', () => {
  const cases: readonly (readonly [text: string, expected: boolean])[] = [
    ["import assert from 'node:assert';\n// Own process: counts sockets.\n", true],
    ['// Own process: counts sockets.', true],
    ['// System: starts a server.', true],
    ['// System, with others: starts a browser.', false],
    ['// System, long: kills processes.', true],
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
