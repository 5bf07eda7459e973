import { importRule } from './import-rule.ts';
import type { Rule } from './rule.ts';

/** A house of one package: what is on a floor imports only what is on lower ones. */
interface House {
  /** The folder under packages/. */
  readonly folder: string;
  /** From the top down. Paths are relative to src; one that ends in a slash is a folder. */
  readonly floors: readonly (readonly string[])[];
  /** Whether that goes for types too, which are gone at run time. */
  readonly types: boolean;
}

const HOUSES: readonly House[] = [
  {
    folder: 'mock',
    floors: [
      ['bin.ts', 'index.ts', 'control.ts', 'msw.ts', 'vite.ts'],
      ['node-test.ts', 'vitest.ts', 'jest.ts', 'playwright.ts'],
      ['vite/'],
      ['cli/', 'msw/', 'runners/'],
      ['start-mock-gateway.ts', 'start-recorder.ts'],
      ['create-mock-gateway.ts'],
      ['open-gateway.ts'],
      ['option-names.ts'],
      ['mock-gateway.ts'],
      ['control/'],
      ['tenant/'],
      ['presets/', 'fixtures/', 'telemetry/'],
      ['journal/', 'images/'],
      ['rules/'],
      ['embeddings/'],
      ['chat/'],
      ['streams/'],
      ['http/', 'latency/'],
      ['clock/'],
      ['mock-keys.ts'],
      [
        'check-names.ts',
        'counted.ts',
        'described.ts',
        'flag-values.ts',
        'journal-entry.ts',
        'mint-key.ts',
        'pattern.ts',
        'rate-limit.ts',
        'rename-keys.ts',
      ],
      ['diagnostics.ts'],
      ['route-name.ts', 'stream-diagnostics.ts'],
    ],
    types: true,
  },
  {
    folder: 'worlds',
    floors: [
      ['index.ts'],
      ['world/'],
      ['builders/'],
      ['seed/'],
      ['world.ts'],
      ['abilities/'],
      ['diagnostics.ts', 'mock-account.ts'],
    ],
    types: true,
  },
  {
    folder: 'pictures',
    floors: [
      ['index.ts'],
      ['create-picture-provider.ts'],
      ['draw-raster.ts', 'draw-svg.ts', 'draw-swatch.ts'],
      ['encode/', 'svg/', 'drawing-request.ts', 'partial-count.ts'],
      ['png/', 'stages.ts'],
      ['raster/'],
      ['create-scene.ts'],
      ['caption/', 'references/'],
      ['scene/'],
      ['usage-of.ts', 'canvas.ts'],
      ['pause.ts', 'size-of.ts', 'stage.ts', 'sharp.ts'],
    ],
    types: true,
  },
  {
    folder: 'telemetry',
    floors: [
      ['index.ts'],
      ['create-forwarder.ts', 'preview-forwarding.ts'],
      ['close-workspaces.ts'],
      ['workspaces.ts'],
      ['workspace.ts'],
      ['stats/'],
      ['send/'],
      ['routing/'],
      ['kinds/'],
      ['otlp/'],
      ['counters/', 'queue/', 'outbox/'],
      ['view/'],
    ],
    types: true,
  },
];

const TABLE = 'packages/repo-tools/src/boundaries/floor-rules.ts';

export const FLOOR_RULES: readonly Rule[] = HOUSES.flatMap((house) => [
  everythingHasAFloor(house),
  arrowsPointDown(house),
]);

function arrowsPointDown(house: House): Rule {
  const order = house.floors.map((rooms) => rooms.join(' ')).join(' > ');
  return importRule(
    {
      says:
        `In ${house.folder}, imports point down${house.types ? ', types included' : ''}: ` +
        `${order}. Rooms of one floor do not import each other, so no two of them make a knot.`,
      instead:
        'Move what both need to a lower floor, or take it as an argument; where the order itself is ' +
        `wrong, change it in ${TABLE}.`,
    },
    ({ from, to, typeOnly }) => {
      if (to.kind !== 'file' || (typeOnly && !house.types)) return false;
      const [importer, imported] = [placeOf(from, house), placeOf(to.path, house)];
      if (importer === undefined || imported === undefined) return false;
      return importer.room !== imported.room && importer.floor >= imported.floor;
    },
  );
}

function everythingHasAFloor(house: House): Rule {
  return {
    says: `Every folder and file of ${house.folder}/src has a floor, which says what it may import.`,
    instead: `Add it to the table in ${TABLE}.`,
    breaches: ({ files }) =>
      Object.keys(files)
        .filter((file) => file.startsWith(sourceOf(house)) && placeOf(file, house) === undefined)
        .map((file) => ({ file, line: 1, what: file.slice(sourceOf(house).length) })),
  };
}

function placeOf(file: string, house: House) {
  if (!file.startsWith(sourceOf(house))) return undefined;
  const path = file.slice(sourceOf(house).length);
  const holds = (room: string) => path === room || (room.endsWith('/') && path.startsWith(room));
  const floor = house.floors.findIndex((rooms) => rooms.some(holds));
  return floor === -1 ? undefined : { floor, room: house.floors[floor]?.find(holds) };
}

function sourceOf({ folder }: House): string {
  return `packages/${folder}/src/`;
}
