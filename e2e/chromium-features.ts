/** Chromium uses only the last `--disable-features`. Ours comes after Playwright's, so it has to repeat that list. */
const disabledByPlaywright = [
  'AimEnabled',
  'AutoDeElevate',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'BlockOriginHeaderModificationOnRedirect',
  'DestroyProfileOnBrowserClose',
  'DialMediaRouteProvider',
  'GlobalMediaControls',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'Translate',
  'msEdgeUpdateLaunchServicesPreferredVersion',
  'msForceBrowserSignIn',
]

/**
 * Processes that Chromium starts for each window and that no test needs: two for the suggestions of its address bar, and one
 * in case another site is opened. They cost as much as a small test.
 */
const unneededProcesses = [
  'SpareRendererForSitePerProcess',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxPopup',
]

export const disableFeatures = `--disable-features=${[...disabledByPlaywright, ...unneededProcesses].join(',')}`
