// System: mounts a small disk.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { it } from 'node:test';
import { createManualClock, isStoreUnavailable } from '@model-gateway/core';
import { openGateway, type OpenGateway } from '@model-gateway/server';
import { model } from '@model-gateway/worlds';
import { aRequest } from '../../../core/test/builders.ts';

async function readyz(gateway: OpenGateway): Promise<number | undefined> {
  const response = await gateway.admin(aRequest('/readyz', { mount: '' }));
  return response?.status;
}

it('readyz is 503 while a full disk refuses writes for longer than readyGraceSeconds', async (t) => {
  const disk = await mkdtemp(path.join(tmpdir(), 'model-gateway-disk-'));
  t.after(async () => {
    spawnSync('umount', [disk]);
    await rm(disk, { recursive: true });
  });
  const mount = (...args: string[]) => spawnSync('mount', [...args, disk]).status === 0;
  if (process.getuid?.() !== 0 || !mount('-t', 'tmpfs', '-o', 'size=2m', 'tmpfs')) {
    return t.skip('needs root and the right to mount a small tmpfs');
  }
  const clock = createManualClock(Date.parse('2026-11-01T12:00:00Z'));
  await using gateway = await openGateway(
    {
      store: `sqlite:${disk}/gateway.db`,
      log: { level: 'silent' },
      admin: { readyGraceSeconds: 5 },
    },
    { clock },
  );
  await gateway.ready();
  const { catalog } = gateway.administration;
  let names = 0;
  const write = () => {
    const name = `model ${names++}`;
    return catalog.import(
      Array.from({ length: 50 }, (_, i) => model({ id: `acme/model-${i}`, name })),
    );
  };
  await write();
  const after = (seconds: number) => {
    clock.advance(seconds * 1000);
    return readyz(gateway);
  };
  assert.equal(await after(10), 200);

  await assert.rejects(writeFile(path.join(disk, 'fill'), Buffer.alloc(4_000_000)), /ENOSPC/);
  await assert.rejects(write(), (error) => isStoreUnavailable(error));
  // What could not be written leaves some room in the log of SQLite, which probes use up first.
  const statuses: (number | undefined)[] = [];
  for (let probes = 0; probes < 50 && statuses.at(-1) !== 503; probes++) {
    await write().catch(() => {});
    statuses.push(await after(2));
  }
  assert.deepEqual([statuses[0], statuses.at(-1)], [200, 503], `${statuses.length} probes`);
  assert.equal(await after(60), 503);

  // No request has to come and fail for the process to be ready again.
  await rm(path.join(disk, 'fill'));
  assert.equal(await after(2), 200);
  await write();
});
