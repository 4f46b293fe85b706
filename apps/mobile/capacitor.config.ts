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
  // The bridge logs every message, tokens included, to the phone’s log, so logging is on in development builds only.
  loggingBehavior: 'debug',
  zoomEnabled: true,
  android: { allowMixedContent: false },
  // Keeps the page between the system bars; on Android the page’s viewport does this (apps/web/build/shell.ts).
  ios: { contentInset: 'always' },
  plugins: {
    // The app hides the splash screen after its first render. Without a render, the splash screen disappears after ten
    // seconds, and the page shows what went wrong.
    SplashScreen: { launchAutoHide: true, launchShowDuration: 10_000, launchFadeOutDuration: 200 },
    // Shows no system notification while the app is in the foreground: the app shows its own.
    PushNotifications: { presentationOptions: [] },
  },
}

export default config
