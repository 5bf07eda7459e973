import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { linkCitations, sectionAnchors } from '../src/link-citations.ts';

const ANCHORS = sectionAnchors('## 3. Models\n\n### 3.8 Sorts of `GET /models`\n');

describe('citations of the contract', () => {
  it('lead to the section', () => {
    assert.equal(
      linkCitations('Sorted as contract §3.8 says.', ANCHORS),
      'Sorted as [contract §3.8](/contract#38-sorts-of-get-models) says.',
    );
  });

  it('lead to a whole chapter', () => {
    assert.equal(linkCitations('(contract §3)', ANCHORS), '([contract §3](/contract#3-models))');
  });

  it('stay text for a section that the contract lacks, and in code', () => {
    const text = 'contract §3.4 and `contract §3.8`';
    assert.equal(linkCitations(text, ANCHORS), text);
  });
});
