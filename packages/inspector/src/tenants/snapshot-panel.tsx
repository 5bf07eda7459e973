import { useEffect, useState } from 'preact/hooks';
import { control } from '../api/control.ts';
import type { Snapshot, Tenant } from '../api/types.ts';
import { setParameters } from '../state/address.ts';
import { refreshTenants } from '../state/tenants.ts';
import { attempt, say, sayError } from '../ui/notice.tsx';

/** The snapshots of the tenant at `path`. */
export function SnapshotPanel({ path }: { readonly path: string }) {
  const [snapshots, setSnapshots] = useState<readonly Snapshot[]>([]);
  const look = async () => setSnapshots(await control('GET', `${path}/snapshots`));
  useEffect(() => {
    look().catch(sayError);
  }, [path]);
  const act = (method: string, rest: string, done: string) =>
    attempt(async () => {
      await control(method, `${path}/snapshots${rest}`);
      await Promise.all([look(), refreshTenants()]);
      say(done);
    });
  const forkFrom = (snapshot: string) =>
    attempt(async () => {
      const made = await control<Tenant>('POST', `${path}/fork`, { snapshot });
      await refreshTenants();
      setParameters({ tenant: made.id });
      say(`Fork ${made.id} made`);
    });
  return (
    <section class="panel" aria-label="Snapshots">
      <h3>Snapshots</h3>
      <button type="button" onClick={() => void act('POST', '', 'Snapshot taken')}>
        Take a snapshot
      </button>
      <ul class="lines">
        {snapshots.map(({ id, at }) => (
          <li key={id}>
            <span>
              <strong>{id}</strong> <span class="muted">{at}</span>
            </span>
            <button
              type="button"
              onClick={() => void act('POST', `/${id}/restore`, `${id} restored`)}
            >
              Restore
            </button>
            <button type="button" onClick={() => void forkFrom(id)}>
              Fork from it
            </button>
            <button type="button" onClick={() => void act('DELETE', `/${id}`, `${id} dropped`)}>
              Drop
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
