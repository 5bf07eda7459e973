import type { PackedPackage } from './pack-packages.ts';

const REPOSITORY = 'https://github.com/model-gateway/model-gateway';

/** The members that npm shows, or that affect a user's installation. */
interface Manifest {
  readonly name: string;
  readonly description?: string;
  readonly keywords?: readonly string[];
  readonly homepage?: string;
  readonly bugs?: string;
  readonly license?: string;
  readonly files?: readonly string[];
  readonly repository?: {
    readonly type?: string;
    readonly url?: string;
    readonly directory?: string;
  };
  readonly engines?: { readonly node?: string };
  readonly publishConfig?: { readonly access?: string; readonly provenance?: boolean };
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** npm runs these on the machine of every user who installs the package. */
const RUN_AT_INSTALL = ['preinstall', 'install', 'postinstall', 'prepare'];

/** `^1.2.3` or `~1.2.3`: a fix reaches users without us, a new major version does not. */
const RANGE = /^[~^]\d+\.\d+\.\d+$/;

/** Returns what is missing from the package.json of a tarball or does not belong in it. */
export function manifestProblems({ manifest }: Pick<PackedPackage, 'manifest'>): readonly string[] {
  // Our own manifest, packed by pnpm.
  const packed = JSON.parse(manifest) as Manifest;
  const folder = `packages/${packed.name.replace('@model-gateway/', '')}`;
  const expected = {
    homepage: [packed.homepage, `${REPOSITORY}/tree/main/${folder}#readme`],
    bugs: [packed.bugs, `${REPOSITORY}/issues`],
    license: [packed.license, 'MIT'],
    'repository.type': [packed.repository?.type, 'git'],
    'repository.url': [packed.repository?.url, `git+${REPOSITORY}.git`],
    'repository.directory': [packed.repository?.directory, folder],
    'publishConfig.access': [packed.publishConfig?.access, 'public'],
    'publishConfig.provenance': [packed.publishConfig?.provenance, true],
  } as const;
  return [
    ...Object.entries(expected)
      .filter(([, [is, shouldBe]]) => is !== shouldBe)
      .map(([name, [is, shouldBe]]) => `${name} must be ${shouldBe}, got ${String(is)}.`),
    ...(packed.description ? [] : ['description is missing.']),
    ...(packed.files?.includes('CHANGELOG.md')
      ? []
      : ['files must include CHANGELOG.md, which a release writes.']),
    ...(packed.engines?.node ? [] : ['engines.node is missing.']),
    ...((packed.keywords ?? []).includes('model-gateway')
      ? []
      : ['keywords must include model-gateway, so that a search finds all packages.']),
    ...RUN_AT_INSTALL.filter((name) => packed.scripts?.[name] !== undefined).map(
      (name) => `scripts.${name} would run on the machine of everyone who installs the package.`,
    ),
    ...Object.entries({ ...packed.dependencies, ...packed.optionalDependencies })
      .filter(([, range]) => !RANGE.test(range))
      .map(([name, range]) => `${name} must be a range such as ^1.2.3 or ~1.2.3, got ${range}.`),
  ];
}
