/** A company that serves models, and the properties of everything it serves. */
export interface Provider {
  readonly name: string;
  readonly slug: string;
  /** Data regions with endpoints. */
  readonly regions: readonly string[];
  /** True when it offers zero data retention. */
  readonly zdr: boolean;
  /** The models it serves: its own, those of others under contract, or any with published weights. */
  readonly serves: 'own' | 'contracted' | 'open';
}

/** Fictional, and complete: generated models name no others. */
export const PROVIDERS: readonly Provider[] = [
  { name: 'Acme', slug: 'acme', regions: ['us', 'eu'], zdr: true, serves: 'own' },
  { name: 'Orrery', slug: 'orrery', regions: ['us'], zdr: false, serves: 'own' },
  { name: 'Lumenfold', slug: 'lumenfold', regions: ['us'], zdr: true, serves: 'own' },
  {
    name: 'Osier Studio',
    slug: 'osier',
    regions: ['us', 'eu'],
    zdr: false,
    serves: 'own',
  },
  { name: 'Larch Cloud', slug: 'larch', regions: ['apac'], zdr: false, serves: 'own' },
  { name: 'Karst', slug: 'karst', regions: ['eu'], zdr: true, serves: 'own' },
  { name: 'Xeno', slug: 'xeno', regions: ['us'], zdr: true, serves: 'own' },
  { name: 'Coppice', slug: 'coppice', regions: ['us', 'ca'], zdr: true, serves: 'own' },
  {
    name: 'Rainshadow Cloud',
    slug: 'rainshadow',
    regions: ['us', 'eu', 'apac'],
    zdr: true,
    serves: 'contracted',
  },
  {
    name: 'Harrow & Vale',
    slug: 'harrow-vale',
    regions: ['us', 'eu'],
    zdr: true,
    serves: 'contracted',
  },
  { name: 'Northing', slug: 'northing', regions: ['us'], zdr: false, serves: 'contracted' },
  { name: 'Ovenbird', slug: 'ovenbird', regions: ['us'], zdr: true, serves: 'open' },
  { name: 'Quickturn', slug: 'quickturn', regions: ['us', 'eu'], zdr: true, serves: 'open' },
  { name: 'Fathom Compute', slug: 'fathom', regions: ['us'], zdr: true, serves: 'open' },
  { name: 'Hexagon Row', slug: 'hexagon-row', regions: ['us', 'eu'], zdr: false, serves: 'open' },
  { name: 'Lowtide', slug: 'lowtide', regions: ['us'], zdr: false, serves: 'open' },
  { name: 'Evenkeel', slug: 'evenkeel', regions: ['eu'], zdr: true, serves: 'open' },
  {
    name: 'Tensor Harbour',
    slug: 'tensor-harbour',
    regions: ['us', 'apac'],
    zdr: false,
    serves: 'open',
  },
  { name: 'Millwheel', slug: 'millwheel', regions: ['us'], zdr: true, serves: 'open' },
  { name: 'Parhelion', slug: 'parhelion', regions: ['us'], zdr: false, serves: 'open' },
];
