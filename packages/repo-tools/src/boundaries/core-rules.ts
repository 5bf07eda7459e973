import { importRule } from './import-rule.ts';
import type { Rule } from './rule.ts';

/** Paths are relative to core/src; one that ends in a slash is a folder. */
interface FolderRule {
  /** Who may not import … */
  readonly from: readonly string[] | 'any file';
  /** … except these. */
  readonly except?: readonly string[];
  readonly to: readonly string[] | { readonly allBut: readonly string[] };
  readonly because: string;
  readonly instead: string;
}

const RULE_FOLDERS = ['catalog/', 'inference/', 'images/', 'chat/', 'destinations/', 'money/'];

const FOLDERS: readonly FolderRule[] = [
  {
    from: 'any file',
    except: ['index.ts'],
    to: ['gateway.ts'],
    because: 'it assembles all other parts, so a part that imports it creates a cycle',
    instead: 'Take what you need as an argument, or move the shared piece out of gateway.ts.',
  },
  {
    from: [
      'operations/',
      ...RULE_FOLDERS,
      'resources/',
      'ports/',
      'http/',
      'input/',
      'bytes/',
      'telemetry/',
    ],
    to: ['pipeline/'],
    because: 'the pipeline calls them, so they must work and be testable without it',
    instead: 'Move the shared type or function to errors.ts, http/ or ports/.',
  },
  {
    from: ['input/', 'bytes/'],
    to: [
      'http/',
      'ports/',
      'resources/',
      'catalog/',
      'inference/',
      'images/',
      'chat/',
      'destinations/',
      'operations/',
    ],
    because:
      'they read and carry any values, those of a catalog file as well as those of a request',
    instead: 'Take the schema or the limit as an argument.',
  },
  {
    from: ['bytes/'],
    to: ['input/'],
    because: 'bytes are carried before anyone reads them',
    instead: 'Move the code that reads to input/.',
  },
  {
    from: RULE_FOLDERS,
    to: ['operations/'],
    because: 'the pure rules decide and the operations call them',
    instead: 'Take plain values as arguments and return an outcome.',
  },
  {
    from: ['telemetry/'],
    to: ['operations/', ...RULE_FOLDERS],
    because: 'they report to it what happens, so it must not depend on how they work',
    instead: 'Let the caller pass plain values to the trace.',
  },
  {
    from: ['inference/'],
    to: {
      allBut: [
        'inference/',
        'ports/',
        'telemetry/',
        'http/',
        'money/',
        'accounts/',
        'bytes/',
        'secrets/',
        'errors.ts',
        'json-value.ts',
        'present.ts',
        'once-per-object.ts',
        'catalog/price.ts',
        'resources/pricing.ts',
        'resources/chat-provider-preferences.ts',
      ],
    },
    because: 'images and every other kind of inference run on it, and it knows none of them',
    instead: 'Let the kind of inference bring what is particular to it: a member of `Kind`.',
  },
  {
    from: ['resources/', 'ports/'],
    to: [
      'operations/',
      'pipeline/',
      'memory/',
      'catalog/',
      'inference/',
      'images/',
      'chat/',
      'destinations/',
      'telemetry/',
      'http/',
    ],
    because: 'they only describe the wire and the ports, and everything else builds on them',
    instead: 'Move the shared type to resources/ or ports/, or the code to its user.',
  },
  {
    from: 'any file',
    except: [
      'index.ts',
      'kit.ts',
      'gateway.ts',
      'gateway-options.ts',
      'check-gateway-options.ts',
      'create-catalog.ts',
      'catalog/parse-catalog.ts',
      'dialect/',
    ],
    to: ['dialect/'],
    because: 'look-alike names are translated at the boundary, so the inside has one vocabulary',
    instead: "Use the gateway's own names, and let gateway.ts pass a translation in.",
  },
];

export const CORE_RULES: readonly Rule[] = FOLDERS.map((rule) =>
  importRule({ says: sentence(rule), instead: rule.instead }, ({ from, to }) => {
    const importer = inCore(from);
    const imported = to.kind === 'file' ? inCore(to.path) : undefined;
    if (importer === undefined || imported === undefined) return false;
    if (!isForbidden(imported, rule.to) || matches(importer, rule.except ?? [])) return false;
    return rule.from === 'any file' || matches(importer, rule.from);
  }),
);

function sentence({ from, except = [], to, because }: FolderRule): string {
  const importers =
    from === 'any file' ? `nothing but ${list(except)}` : `nothing in ${list(from)}`;
  const imports =
    'allBut' in to ? `imports anything but ${list(to.allBut)}` : `imports ${list(to)}`;
  return `In core, ${importers} ${imports}, types included: ${because}.`;
}

function list(names: readonly string[]): string {
  return names.length < 2
    ? names.join()
    : `${names.slice(0, -1).join(', ')} or ${names.at(-1) ?? ''}`;
}

const CORE = 'packages/core/src/';

function inCore(file: string): string | undefined {
  return file.startsWith(CORE) ? file.slice(CORE.length) : undefined;
}

function isForbidden(file: string, to: FolderRule['to']): boolean {
  return 'allBut' in to ? !matches(file, to.allBut) : matches(file, to);
}

function matches(file: string, patterns: readonly string[]): boolean {
  return patterns.some(
    (pattern) => file === pattern || (pattern.endsWith('/') && file.startsWith(pattern)),
  );
}
