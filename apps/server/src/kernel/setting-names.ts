export const settingNames: readonly string[] = [
  'PORT',
  'HOST',
  'DATA_DIR',
  'DATABASE_URL',
  'NODE_ENV',
  'PUBLIC_URL',
  'DEMO',
  'SMTP_URL',
  'MAIL_FROM',
  'SECRET_KEY',
  'SECRET_LOST',
  'VAPID_PUBLIC_KEY',
  'VAPID_PRIVATE_KEY',
  'APNS_KEY',
  'APNS_KEY_ID',
  'APNS_TEAM_ID',
  'APNS_ORIGIN',
  'FCM_SERVICE_ACCOUNT',
  'MINIMUM_AGE',
  'CONSENT_AGE',
  'TILES_STYLE_URL',
  'TILES_HOSTS',
  'TRUST_PROXY',
  'HIDE_ACCOUNT_EXISTENCE',
  'CONTACT_EMAIL',
  'SHELLS',
  'IOS_APP',
  'ANDROID_APP',
  'MIN_CLIENT_VERSION',
  'METRICS_TOKEN',
  'WEATHER_PROVIDER',
  'WEATHER_KEY',
  'WEATHER_URL',
  'VIDEO_OEMBED_URL',
  'NAME_STATEMENTS',
  'APPLE_CLIENT_ID',
  'APPLE_BUNDLE_IDS',
  'APPLE_AUTHORIZE_URL',
  'APPLE_KEYS_URL',
  'PUSH_TEST_ORIGIN',
  'FCM_ORIGIN',
  'CHROMIUM_PATH',
  'PARVIS_WEB',
]

const systemNames = new Set(['SHELL', 'HOSTNAME', 'HOSTS', 'PORTS'])

/** Returns the Damerau–Levenshtein distance of two names. */
const editDistance = (name: string, otherName: string): number => {
  const rows: number[][] = [Array.from({ length: otherName.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= name.length; i++) {
    rows[i] = [i]
    for (let j = 1; j <= otherName.length; j++) {
      const same = name[i - 1] === otherName[j - 1] ? 0 : 1
      const swapped = i > 1 && j > 1 && name[i - 1] === otherName[j - 2] && name[i - 2] === otherName[j - 1]
      rows[i]![j] = Math.min(
        rows[i - 1]![j]! + 1,
        rows[i]![j - 1]! + 1,
        rows[i - 1]![j - 1]! + same,
        swapped ? rows[i - 2]![j - 2]! + 1 : Infinity,
      )
    }
  }
  return rows[name.length]![otherName.length]!
}

const LONG_NAME = 8
const isSimilar = (name: string, known: string) =>
  editDistance(name, known) <= (Math.min(name.length, known.length) >= LONG_NAME ? 2 : 1)

export const findMistypedSettings = (env: NodeJS.ProcessEnv): { name: string; meant: string }[] =>
  Object.keys(env).flatMap(name => {
    if (settingNames.includes(name) || systemNames.has(name)) return []
    const normalized = name
      .toUpperCase()
      .replace(/^PARVIS_/, '')
      .replaceAll('-', '_')
    const meant = settingNames.find(known => isSimilar(normalized, known))
    return meant ? [{ name, meant }] : []
  })
