import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findDeadCitations, sectionsOf } from '../../src/citations/find-dead-citations.ts';

const SECTIONS = sectionsOf('# The contract\n\n## 1. Requests\n\n### 1.1 Order\n\n### 1.2 Names\n');

describe('the sections of the contract', () => {
  it('are its numbered headings', () => {
    assert.deepEqual([...SECTIONS], ['1', '1.1', '1.2']);
  });
});

describe('a citation', () => {
  const cases: readonly (readonly [text: string, dead: readonly string[]])[] = [
    ['Source: contract §1.1.', []],
    ['Contract §1 has it.', []],
    ['contract §1.1–1.2', []],
    ['contract §1.1 and §1.2', []],
    [' * of contract\n * §1.2', []],
    ['as RFC 9110 §13.1.2 asks', []],
    ['contract §1.3', ['contract §1.3']],
    ['contract §1.1–1.9', ['contract §1.1–1.9']],
    ['contract §1.1, §7.7', ['contract §1.1, §7.7']],
    ['decisions §1.1', ['§1.1']],
    ['(§1.1)', ['§1.1']],
  ];
  for (const [text, dead] of cases) {
    it(`${dead.length === 0 ? 'resolves' : 'leads nowhere'} in ${JSON.stringify(text)}`, () => {
      const found = findDeadCitations(text, SECTIONS);
      assert.deepEqual(
        found.map(({ citation }) => citation),
        dead,
      );
    });
  }

  it('that leads nowhere is named with its line and what to do', () => {
    assert.deepEqual(findDeadCitations('one\ncontract §1.3 and\ndecisions §1.1', SECTIONS), [
      { line: 2, citation: 'contract §1.3', says: 'docs/contract.md has no section 1.3' },
      { line: 3, citation: '§1.1', says: 'say of which document: contract §4.7, or RFC 9110 §5.1' },
    ]);
  });
});
