/** The hour, from 0 to 23, that the setup file has chosen for the running test file. */
export const HOUR_VARIABLE = 'PARVIS_TEST_HOUR'

/** A time zone in which it is this hour now. The sign is inverted: `Etc/GMT-3` is east. */
export const zoneWithHour = (hour: number, now = new Date()): string => {
  const east = ((hour - now.getUTCHours() + 36) % 24) - 12
  return `Etc/GMT${east > 0 ? '-' : '+'}${Math.abs(east)}`
}
