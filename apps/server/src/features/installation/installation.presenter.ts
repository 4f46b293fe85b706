import type { GlobalInfo } from '@parvis/contract/installation.ts'
import type { Language } from '@parvis/contract/language.ts'
import { CLIENT_VERSION } from '@parvis/contract/limits.ts'
import { isOlderVersion } from '#server/kernel/http/http.ts'
import { SERVER_VERSION } from '#server/kernel/server-version.ts'

export const presentGlobalInfo = (
  callerVersion: string,
  { now, minClientVersion, lang }: { now: Date; minClientVersion: string | null; lang: Language },
): GlobalInfo => ({
  serverDateTime: now.toISOString(),
  serverVersion: SERVER_VERSION,
  clientVersion: CLIENT_VERSION,
  needupdate: isOlderVersion(callerVersion, CLIENT_VERSION),
  forceupdate: minClientVersion !== null && isOlderVersion(callerVersion, minClientVersion),
  lang,
})
