/** First path segments of the API and of fixed screens: no community and no city may use one as its uri. */
export const apiSegments = [
  'api',
  'admin',
  'cities',
  'communities',
  'digests',
  'docs',
  'calendar',
  'events',
  'globalinformations',
  'gooddeals',
  'healthz',
  'hobbies',
  'locations',
  'media',
  'messages',
  'metrics',
  'moderation',
  'neighborhoods',
  'notifications',
  'readyz',
  'socket',
  'templates',
  'users',
  'weather',
] as const

export const screenSegments = [
  'a-propos',
  'villes',
  'carte-communautes',
  'connexion',
  'scanner',
  'communautes',
  'annonce',
  'maintenance',
  'conditions-generales-utilisation',
  'vie-locale',
  'publication',
  'mes-conversations',
  'mon-profil',
  'appareil-photo',
  'profil',
  'zoom-image',
  'youtube',
  'enregistrement',
  'detail-publication',
  'gestion',
  'installation',
  'recours',
  'recapitulatif',
  'calendrier',
  'affiche',
  'partage',
  'assets',
] as const

/** Later segments of addresses, reserved in first position too. */
const reservedInnerSegments = ['search', 'near', 'map', 'current'] as const

const reserved = new Set<string>([...apiSegments, ...screenSegments, ...reservedInnerSegments])

/** A deep link of one segment (letters, digits, hyphen) is a community unless the word is reserved. */
export const isCommunityUri = (segment: string) =>
  /^[a-zA-Z0-9-]+$/.test(segment) && !reserved.has(segment.toLowerCase())

export const isApiPath = (path: string) => (apiSegments as readonly string[]).includes(path.split(/[/?#]/)[1] ?? '')
