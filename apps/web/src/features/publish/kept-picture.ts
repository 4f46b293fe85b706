import { fromServer } from '#web/kernel/shell/shell.ts'

/** A picture of ours as the browser's HTTP cache still has it, the largest size first; null when it has none. */
export const keptPicture = async (uri: string): Promise<File | null> => {
  for (const size of ['full', 'card']) {
    const address = `${uri}/${size}`
    const answer = await fetch(import.meta.env.VITE_SERVER ? fromServer(address) : address, {
      cache: 'force-cache',
      credentials: 'same-origin',
    }).catch(() => null)
    if (answer?.ok) return new File([await answer.blob()], 'photo', { type: answer.headers.get('content-type') ?? '' })
  }
  return null
}
