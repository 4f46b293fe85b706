import { isTakenBack } from '../http/taken-back.ts'

/** Opens the device's share sheet; false if there is none. Closing the sheet counts as shared. */
export const shareByDevice = async (title: string, url: string): Promise<boolean> => {
  if (!navigator.share) return false
  try {
    await navigator.share({ title, url })
    return true
  } catch (error) {
    return isTakenBack(error)
  }
}

export const copy = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
