import type { CapacitorConfig } from '@capacitor/cli'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The plugins whose web halves the web app holds: their other halves go into the projects. */
const plugins = (): string[] => {
  const { dependencies } = JSON.parse(readFileSync(join(import.meta.dirname, '../web/package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  return Object.keys(dependencies).filter(name => /^@(?:capacitor|aparajita)\/(?!core$)/.test(name))
}

const config: CapacitorConfig = {
  appId: 'org.parvis.app',
  appName: 'Parvis',
  webDir: 'www',
  includePlugins: plugins(),
  // what goes over the bridge, tokens too, is written into the phone's log by builds for development alone
  loggingBehavior: 'debug',
  zoomEnabled: true,
  android: { allowMixedContent: false },
  // between the bars, as on Android, where the page's viewport says so (apps/web/build/shell.ts)
  ios: { contentInset: 'always' },
  plugins: {
    // taken away when the first screen stands; after ten seconds the page itself says what is the matter
    SplashScreen: { launchAutoHide: true, launchShowDuration: 10_000, launchFadeOutDuration: 200 },
    // who looks at the app is told in it
    PushNotifications: { presentationOptions: [] },
  },
}

export default config
