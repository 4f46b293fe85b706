import { fromServer } from '#web/kernel/shell/shell.ts'

/** A picture of ours as this browser still has it, the largest size first; null where it kept none. */
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
