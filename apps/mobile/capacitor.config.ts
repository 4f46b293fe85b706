import type { CapacitorConfig } from '@capacitor/cli'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

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
  // Everything that goes over the bridge, tokens included, is written to the phone’s log; so only development builds
  // log.
  loggingBehavior: 'debug',
  zoomEnabled: true,
  android: { allowMixedContent: false },
  // Keeps the page between the system bars, as on Android; there the page’s viewport does it (apps/web/build/shell.ts).
  ios: { contentInset: 'always' },
  plugins: {
    // Hidden once the first screen is rendered; after ten seconds the page itself shows what went wrong.
    SplashScreen: { launchAutoHide: true, launchShowDuration: 10_000, launchFadeOutDuration: 200 },
    // Shows no system notification while the app is in the foreground: the app shows its own.
    PushNotifications: { presentationOptions: [] },
  },
}

export default config
