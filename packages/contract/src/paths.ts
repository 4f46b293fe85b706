/** First path segments of the API and of fixed screens, which no community and no city may use as its slug. */
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

/** Path segments that are used only after other segments, but are reserved in first position too. */
const reservedInnerSegments = ['search', 'near', 'map', 'current'] as const

const reserved = new Set<string>([...apiSegments, ...screenSegments, ...reservedInnerSegments])

/** A path of one segment (letters, digits, hyphens) is a community's URL unless the word is reserved. */
export const isCommunityUri = (segment: string) =>
  /^[a-zA-Z0-9-]+$/.test(segment) && !reserved.has(segment.toLowerCase())

export const isApiPath = (path: string) => (apiSegments as readonly string[]).includes(path.split(/[/?#]/)[1] ?? '')
