import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toObservation } from '../../src/view/observation.ts';
import { aRecord, NOW } from '../support/records.ts';

const SEES_ALL = { isPrivate: false };
const PRIVATE = { isPrivate: true };

function anObservation() {
  const observation = toObservation(aRecord(1));
  assert.ok(observation?.full.content);
  return observation;
}

describe('what an observation queues', () => {
  it('is one object for all destinations that see everything', () => {
    const observation = anObservation();
    const entry = observation.entryFor(SEES_ALL, NOW);
    assert.equal(observation.entryFor(SEES_ALL, NOW + 1), entry);
    assert.equal(entry.item, observation.full);
  });

  it('is another object, without content and smaller, for all private ones', () => {
    const observation = anObservation();
    const full = observation.entryFor(SEES_ALL, NOW);
    const entry = observation.entryFor(PRIVATE, NOW);
    assert.equal(observation.entryFor(PRIVATE, NOW + 1), entry);
    assert.equal(entry.item.content, undefined);
    assert.ok(entry.bytes < full.bytes);
  });

  it('waits since the first destination asked', () => {
    const observation = anObservation();
    observation.entryFor(SEES_ALL, NOW);
    assert.equal(observation.entryFor(SEES_ALL, NOW + 1).since, NOW);
  });
});
