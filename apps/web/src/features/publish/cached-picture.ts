import { withServerUrls } from '#web/kernel/shell/shell.ts'

/** A picture of ours as the browser's HTTP cache still has it, the largest size first; null when it has none. */
export const findCachedPicture = async (uri: string): Promise<File | null> => {
  for (const size of ['full', 'card']) {
    const url = `${uri}/${size}`
    const answer = await fetch(import.meta.env.VITE_SERVER ? withServerUrls(url) : url, {
      cache: 'force-cache',
      credentials: 'same-origin',
    }).catch(() => null)
    if (answer?.ok) return new File([await answer.blob()], 'photo', { type: answer.headers.get('content-type') ?? '' })
  }
  return null
}
