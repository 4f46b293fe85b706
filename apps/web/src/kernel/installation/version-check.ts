import { checkVersion, checkVersionSignedIn, type GlobalInfo } from '@parvis/contract/installation.ts'
import { CLIENT_VERSION } from '@parvis/contract/limits.ts'
import { stored } from '#web/kernel/device/stored.ts'
import { call } from '#web/kernel/http/api.ts'

export const VERSION_CHECK_DELAY_MS = 1_000

/** Asks as the signed-in user, or without a session if that fails or nobody is signed in. */
export const fetchVersionInfo = async (): Promise<GlobalInfo> => {
  const body = { version: CLIENT_VERSION, appname: 'parvis', isDev: import.meta.env.DEV }
  if (!stored('strategy')) return call(checkVersion, { body })
  return call(checkVersionSignedIn, { body }).catch(() => call(checkVersion, { body }))
}
