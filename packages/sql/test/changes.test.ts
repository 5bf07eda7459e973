import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createManualClock } from '@model-gateway/core';
import { Changes } from '../src/changes.ts';
import type { Database, Revision } from '../src/database.ts';

const catalog = (revision: string): Revision[] => [{ topic: 'catalog', revision }];

/** Creates the changes of a process whose database answers like this. */
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
  it('are as fresh as the last poll, also one that found nothing new', async () => {
    let seen: 'unchanged' | undefined = 'unchanged';
    const { changes, clock } = changesOf({ look: () => seen });
    await changes.begin();
    clock.advance(600_000);
    assert.equal(changes.age(), 0);
    seen = undefined;
    clock.advance(7000);
    assert.equal(changes.age(), 7000);
  });

  it('call the listener of a topic once per revision', async () => {
    const revisions: string[] = [];
    let current = catalog('one');
    const { changes } = changesOf({ read: async () => current });
    changes.onChange('catalog', () => revisions.push(changes.revisionOf('catalog')));
    await changes.refresh();
    await changes.refresh();
    current = catalog('two');
    await changes.refresh();
    assert.deepEqual(revisions, ['one', 'two']);
  });

  it('do not go back when the answer to an earlier poll arrives later', async () => {
    const { changes } = changesOf({});
    const [earlier, later] = [changes.beginReading(), changes.beginReading()];
    changes.apply(later, catalog('new'));
    changes.apply(earlier, catalog('old'));
    assert.equal(changes.revisionOf('catalog'), 'new');
  });

  it('are not seen while the database fails, and asking for them does not reject', () => {
    const { changes } = changesOf({
      look: () => {
        throw new Error('away');
      },
    });
    assert.equal(changes.revisionOf('catalog'), '');
  });
});
