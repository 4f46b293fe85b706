/** The hour, from 0 to 23, that the setup file has chosen for the running test file. */
export const HOUR_VARIABLE = 'PARVIS_TEST_HOUR'

/** Returns a time zone whose local time is in this hour now. The sign is inverted: `Etc/GMT-3` is east of UTC. */
export const zoneWithHour = (hour: number, now = new Date()): string => {
  const east = ((hour - now.getUTCHours() + 36) % 24) - 12
  return `Etc/GMT${east > 0 ? '-' : '+'}${Math.abs(east)}`
}
