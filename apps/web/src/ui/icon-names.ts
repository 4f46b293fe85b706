/** The icons of the app, by their names in Lucide. The page carries these and no others: to use one more, name it here. */
export const iconNames = [
  'arrow-left', 'arrow-right', 'arrow-up', 'check', 'chevron-right', 'circle-alert',
  'clock', 'cloud', 'cloud-lightning', 'cloud-rain', 'cloud-sun', 'cloud-sun-rain', 'cloudy', 'eye', 'eye-off', 'globe', 'info', 'key-round',
  'languages', 'loader-circle', 'lock', 'log-out', 'mail', 'map-pin', 'monitor', 'moon', 'navigation', 'newspaper', 'phone',
  'play', 'rotate-cw', 'search', 'share-2', 'snowflake', 'store', 'sun', 'tag', 'thumbs-up', 'triangle-alert', 'user', 'users', 'wifi-off', 'x',
] as const

export type IconName = (typeof iconNames)[number]
