import { withServerUrls } from '#web/kernel/shell/shell.ts'

/** Fetches a picture of our server, from the HTTP cache of the browser if possible; null if it cannot be loaded. */
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
