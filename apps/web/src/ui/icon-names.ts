/** The icons of the app, by their names in Lucide. The page carries these and no others: to use one more, name it here. */
export const iconNames = [
  'arrow-left', 'arrow-right', 'arrow-up', 'calendar', 'camera', 'check', 'chevron-right', 'circle-alert', 'clock', 'cloud', 'cloud-fog',
  'cloud-lightning', 'cloud-moon', 'cloud-rain', 'cloud-sun', 'cloud-sun-rain', 'cloudy', 'copy', 'ellipsis', 'eye', 'eye-off', 'flag', 'globe',
  'hand', 'heart', 'image', 'info', 'key-round', 'languages', 'link', 'loader-circle', 'lock', 'log-out', 'mail', 'map-pin', 'maximize-2',
  'message-square', 'minus', 'monitor', 'moon', 'navigation', 'newspaper', 'pencil',
  'phone', 'play', 'plus', 'rotate-cw', 'search', 'share-2', 'snowflake', 'star', 'store', 'sun', 'tag', 'thumbs-up', 'trash-2', 'triangle-alert',
  'user', 'users', 'video', 'wifi-off', 'x',
] as const

export type IconName = (typeof iconNames)[number]
