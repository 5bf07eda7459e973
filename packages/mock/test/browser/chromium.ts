import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

const PLACES = [process.env['CHROMIUM_PATH'], '/usr/bin/chromium', '/usr/bin/chromium-browser'];

const program = PLACES.find((place) => place !== undefined && existsSync(place));

/** Why tests that need a browser are skipped, if they are. */
export const noChromium =
  program === undefined
    ? 'there is no Chromium here: apt-get install chromium, or set CHROMIUM_PATH'
    : false;

/**
 * What Chromium loads for the address bar of each window, which nobody sees: two pages, a third of
 * the CPU time that a context takes.
 */
const OF_ADDRESS_BARS = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/** Chromium heeds the last list only, so this has what Playwright turns off, too. */
const OF_PLAYWRIGHT = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'TcpPortRandomizationWin',
  'ThirdPartyStoragePartitioning',
  'msEdgeUpdateLaunchServicesPreferredVersion',
  'msForceBrowserSignIn',
];

/** Starts a headless Chromium with an empty profile. */
export function launchChromium(executablePath = program): Promise<Browser> {
  if (executablePath === undefined) throw new Error('there is no Chromium here');
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${[...OF_PLAYWRIGHT, ...OF_ADDRESS_BARS].join()}`,
    ],
  });
}
