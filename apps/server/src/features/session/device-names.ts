import type { MySession } from '@parvis/contract/session.ts'

type NamePatterns = readonly (readonly [name: string, mark: RegExp])[]

/** The first match wins: most user agents also contain the names of the browsers that they descend from. */
const browsers: NamePatterns = [
  ['Samsung Internet', /SamsungBrowser\//],
  ['Edge', /Edg(?:e|A|iOS)?\//],
  ['Opera', /OPR\/|OPX\/|Opera/],
  ['Vivaldi', /Vivaldi\//],
  ['DuckDuckGo', /DuckDuckGo\/|Ddg\//],
  ['Firefox', /Firefox\/|FxiOS\//],
  ['Chrome', /Chrome\/|CriOS\//],
  ['Safari', /Version\/\S+ (?:Mobile\/\S+ )?Safari\//],
]
const systems: NamePatterns = [
  ['iPad', /iPad/],
  ['iPhone', /iPhone|iPod/],
  ['Android', /Android/],
  ['ChromeOS', /CrOS/],
  ['Windows', /Windows/],
  ['macOS', /Macintosh|Mac OS X/],
  ['Linux', /Linux|X11/],
]

const matchName = (patterns: NamePatterns, agent: string): string | null =>
  patterns.find(([, mark]) => mark.test(agent))?.[0] ?? null

const kindOf = (system: string | null, agent: string): MySession['kind'] => {
  if (system === 'iPad') return 'tablet'
  if (system === 'iPhone') return 'phone'
  if (system === 'Android') return /Mobile/.test(agent) ? 'phone' : 'tablet'
  return system ? 'computer' : null
}

/** Browser and operating system from a user agent; nothing else of the user agent is presented. */
export const nameDevice = (agent: string | null): Pick<MySession, 'browser' | 'system' | 'kind'> => {
  const userAgent = agent ?? ''
  const system = matchName(systems, userAgent)
  return { browser: matchName(browsers, userAgent), system, kind: kindOf(system, userAgent) }
}
