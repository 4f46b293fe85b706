/** "9:00", in the time format of the language. */
export const hourText = (hour: number, time: (iso: string, timezone: string) => string): string =>
  time(new Date(Date.UTC(2000, 0, 1, hour)).toISOString(), 'UTC')
