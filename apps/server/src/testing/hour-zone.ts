/** The hour that the setup file has chosen for the file of tests that runs: from 0 to 23. */
export const HOUR_VARIABLE = 'PARVIS_TEST_HOUR'

/** A time zone in which it is this hour at the moment. Its sign is the other way round: `Etc/GMT-3` is east. */
export const zoneWhereItIs = (hour: number, now = new Date()): string => {
  const east = ((hour - now.getUTCHours() + 36) % 24) - 12
  return `Etc/GMT${east > 0 ? '-' : '+'}${Math.abs(east)}`
}
