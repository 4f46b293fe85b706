import { copy, shareByDevice } from '#web/kernel/share.ts'

/** Hands an address to the device's own share sheet; where there is none, to its clipboard. */
export const share = async (title: string, url: string): Promise<'shared' | 'copied' | 'failed'> => {
  if (await shareByDevice(title, url)) return 'shared'
  return await copy(url) ? 'copied' : 'failed'
}
