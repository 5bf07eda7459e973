import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createManualClock } from '@model-gateway/core';
import { Changes } from '../src/changes.ts';
import type { Database, Revision } from '../src/database.ts';

const catalog = (revision: string): Revision[] => [{ topic: 'catalog', revision }];

/** What a process knows of a database that answers like this. */
function changesOf(given: {
  look?: () => readonly Revision[] | 'unchanged' | undefined;
  read?: () => Promise<readonly Revision[]>;
}) {
  const clock = createManualClock(0);
  const { look = () => undefined, read = async () => [] } = given;
  // Changes asks for nothing else.
  const database = { prepare: () => read, changes: { watch() {}, look } } as unknown as Database;
  return { changes: new Changes(database, clock), clock };
}

describe('changes', () => {
  it('are as fresh as the last look, also one that found nothing new', async () => {
    let seen: 'unchanged' | undefined = 'unchanged';
    const { changes, clock } = changesOf({ look: () => seen });
    await changes.begin();
    clock.advance(600_000);
    assert.equal(changes.age(), 0);
    seen = undefined;
    clock.advance(7000);
    assert.equal(changes.age(), 7000);
  });

  it('tell the listener of a topic once per revision', async () => {
    const told: string[] = [];
    let current = catalog('one');
    const { changes } = changesOf({ read: async () => current });
    changes.onChange('catalog', () => told.push(changes.revisionOf('catalog')));
    await changes.refresh();
    await changes.refresh();
    current = catalog('two');
    await changes.refresh();
    assert.deepEqual(told, ['one', 'two']);
  });

  it('do not go back to what was asked for earlier and came later', async () => {
    const { changes } = changesOf({});
    const [earlier, later] = [changes.beginReading(), changes.beginReading()];
    changes.apply(later, catalog('new'));
    changes.apply(earlier, catalog('old'));
    assert.equal(changes.revisionOf('catalog'), 'new');
  });

  it('are not learned while the database fails, which is no error of the question', () => {
    const { changes } = changesOf({
      look: () => {
        throw new Error('away');
      },
    });
    assert.equal(changes.revisionOf('catalog'), '');
  });
});
