import { isTakenBack } from '../http/taken-back.ts'

/**
 * Hands an address to the device's own share sheet; false where there is none. Whoever closes the sheet has been
 * served.
 */
export const shareByDevice = async (title: string, url: string): Promise<boolean> => {
  if (!navigator.share) return false
  try {
    await navigator.share({ title, url })
    return true
  } catch (error) {
    return isTakenBack(error)
  }
}

/** False when the browser refuses its clipboard. */
export const copy = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
