import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isLike, patternProblem } from '@model-gateway/core/kit';

const HASH = '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae';

describe('a matcher', () => {
  const cases: readonly (readonly [pattern: unknown, accepted: unknown[], refused: unknown[]])[] = [
    [{ any: true }, [0, null, '', {}, []], [undefined]],
    [{ absent: true }, [undefined], [null, 0, '']],
    [{ contains: 'panda' }, ['red panda'], ['red bear', 'Panda', { contains: 'panda' }, undefined]],
    [{ contains: 2 }, [[1, 2], 'at 2 x'], [[1], 2, undefined]],
    [{ contains: { any: true } }, [[1]], [[], 'any', {}]],
    [{ contains: { oneOf: [1, 2] } }, [[3, 2]], [[3], 2]],
    [{ oneOf: ['a', 1, null, { b: [1] }] }, ['a', 1, null, { b: [1] }], ['1', { b: [1, 2] }]],
    [{ matches: '^red' }, ['red panda'], ['a red panda', 'Red', 1, undefined]],
    [{ matches: '^red', flags: 'i' }, ['Red'], ['a red']],
    [{ sha256: HASH }, ['foo'], ['bar', HASH, undefined]],
    [{ equals: { any: true } }, [{ any: true }], [{ any: true, more: 1 }, 1, undefined]],
    [{ equals: [1, { a: 1, b: 2 }] }, [[1, { b: 2, a: 1 }]], [[1, { a: 1 }], [1]]],
    [{ including: { a: 1 } }, [{ a: 1 }, { a: 1, b: 2 }], [{ a: 2 }, { b: 2 }, [], undefined]],
  ];
  for (const [pattern, accepted, refused] of cases) {
    it(`is ${JSON.stringify(pattern)}, whatever objects must have`, () => {
      for (const objects of ['partial', 'exact'] as const) {
        for (const value of accepted)
          assert.equal(isLike(value, pattern, objects), true, String(value));
        for (const value of refused)
          assert.equal(isLike(value, pattern, objects), false, String(value));
      }
    });
  }

  it('is the only member of its object', () => {
    assert.equal(isLike({ any: true, n: 1 }, { any: true, n: 1 }, 'exact'), true);
    assert.equal(isLike(1, { any: true, n: 1 }, 'partial'), false);
  });

  it('may stand anywhere in a pattern', () => {
    const pattern = { list: [{ any: true }, { n: { oneOf: [1, 2] } }], no: { absent: true } };
    assert.equal(isLike({ list: ['x', { n: 2 }] }, pattern, 'exact'), true);
    assert.equal(isLike({ list: ['x', { n: 3 }] }, pattern, 'exact'), false);
    assert.equal(isLike({ list: ['x', { n: 2 }], no: null }, pattern, 'exact'), false);
  });
});

describe('an object in a pattern', () => {
  const value = { a: 1, inner: { b: 2, c: 3 } };

  it('may have other members where matching is partial, at every depth', () => {
    assert.equal(isLike(value, { inner: { b: 2 } }, 'partial'), true);
    assert.equal(isLike(value, { inner: { b: 3 } }, 'partial'), false);
  });

  it('must have all members where matching is exact, except inside including', () => {
    assert.equal(isLike(value, value, 'exact'), true);
    assert.equal(isLike(value, { inner: { b: 2, c: 3 } }, 'exact'), false);
    const including = { a: 1, inner: { including: { b: 2 } } };
    assert.equal(isLike(value, including, 'exact'), true);
  });

  it('finds no member that an object only inherits', () => {
    assert.equal(isLike({}, { toString: { any: true } }, 'partial'), false);
  });
});

describe('in code, a pattern', () => {
  it('may be a RegExp, which keeps its place', () => {
    const pattern = /a/g;
    for (let i = 0; i < 2; i++) assert.equal(isLike('banana', pattern, 'partial'), true);
  });

  it('may be a predicate of a value that is there', () => {
    const pattern = { n: (n: number) => n > 1 };
    assert.equal(isLike({ n: 2 }, pattern, 'partial'), true);
    assert.equal(isLike({}, pattern, 'partial'), false);
  });

  it('may be undefined, for a value that is absent', () => {
    assert.equal(isLike({ a: 1 }, { b: undefined }, 'partial'), true);
    assert.equal(isLike({ b: null }, { b: undefined }, 'partial'), false);
  });
});

it('searches in time that grows with the text only', () => {
  assert.equal(isLike(`${'a'.repeat(5000)}!`, { matches: '(a+)+$' }, 'partial'), false);
});

describe('an invalid matcher is named', () => {
  const cases: readonly (readonly [unknown, RegExp])[] = [
    [{ any: false }, /^any takes true, got false$/],
    [{ absent: 1 }, /^absent takes true, got 1$/],
    [{ contains: '' }, /^contains takes text of at least one character, .*, got ""$/],
    [{ oneOf: [] }, /^oneOf takes a list of at least one value, got \[\]$/],
    [{ including: 'a' }, /^including takes an object, got "a"$/],
    [{ sha256: 'A' }, /^sha256 takes 64 hex digits in lower case, got "A"$/],
    [{ matches: 1 }, /^matches must be text, got \{"matches":1\}$/],
    [{ matches: '(' }, /^matches must be a regular expression, got/],
    [{ matches: 'a', flags: 'y' }, /^flags must be any of d, g, i, m, s and u, .* got "y"$/],
    [[{ a: [{ including: { b: { oneOf: 1 } } }] }], /^oneOf takes/],
    [{ contains: { any: 1 } }, /^any takes true/],
  ];
  for (const [pattern, problem] of cases) {
    it(JSON.stringify(pattern), () => {
      assert.match(patternProblem(pattern) ?? '', problem);
    });
  }

  it('but nothing inside equals or oneOf is a matcher', () => {
    assert.equal(patternProblem({ equals: { any: 1 } }), undefined);
    assert.equal(patternProblem({ oneOf: [{ any: 1 }] }), undefined);
  });
});
