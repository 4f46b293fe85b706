import { checkVersion, checkVersionSignedIn, type GlobalInfo } from '@parvis/contract/installation.ts'
import { CLIENT_VERSION } from '@parvis/contract/limits.ts'
import { stored } from '#web/kernel/device/stored.ts'
import { call } from '#web/kernel/http/api.ts'

/** How long after a log-in, or after a lost connection, the server is asked. Milliseconds, of the specification. */
export const VERSION_CHECK_DELAY_MS = 1_000

/** Whether this version is still up to date: as who is signed in and, where that fails or nobody is, as anybody. */
export const askVersion = async (): Promise<GlobalInfo> => {
  const body = { version: CLIENT_VERSION, appname: 'parvis', isDev: import.meta.env.DEV }
  if (!stored('strategy')) return call(checkVersion, { body })
  return call(checkVersionSignedIn, { body }).catch(() => call(checkVersion, { body }))
}
